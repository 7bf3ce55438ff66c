/** Whether messages are signed, by the company's settings. */
import type { SettingKey } from '../../../../src/settings/contract'

/** Settings as in the session or on the settings page. */
type Settings = readonly { readonly key: string; readonly value: string }[]

/** The company allows signing and sets the default, each person chooses. `choice`: null until then. */
export function signing(settings: Settings, choice: boolean | null): { isOffered: boolean; isOn: boolean } {
  const isEnabled = (key: SettingKey) => settings.some((one) => one.key === key && one.value === 'enabled')
  const isOffered = isEnabled('sendSignMessage')
  return { isOffered, isOn: isOffered && (choice ?? isEnabled('defaultSignature')) }
}
