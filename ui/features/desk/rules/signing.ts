/**
 * Whether messages are signed with the attendant's name: the company allows it and sets the default, each person
 * chooses.
 */
import type { SettingKey } from '../../../../src/settings/contract'

/** Settings as in the session or on the settings page. */
type Settings = readonly { readonly key: string; readonly value: string }[]

/** `choice`: null until the person has chosen. */
export function signing(settings: Settings, choice: boolean | null): { isOffered: boolean; isOn: boolean } {
  const isEnabled = (key: SettingKey) => settings.some((one) => one.key === key && one.value === 'enabled')
  const isOffered = isEnabled('sendSignMessage')
  return { isOffered, isOn: isOffered && (choice ?? isEnabled('defaultSignature')) }
}
