/** Does one's name stand above what one writes? The company allows it and says what is usual; each person chooses. */
import type { SettingKey } from '../../../../src/settings/contract'

/** As the session or the settings page tells them. */
type Settings = readonly { readonly key: string; readonly value: string }[]

/** `choice`: null until somebody chose. */
export function signing(settings: Settings, choice: boolean | null): { isOffered: boolean; isOn: boolean } {
  const isEnabled = (key: SettingKey) => settings.some((one) => one.key === key && one.value === 'enabled')
  const isOffered = isEnabled('sendSignMessage')
  return { isOffered, isOn: isOffered && (choice ?? isEnabled('defaultSignature')) }
}
