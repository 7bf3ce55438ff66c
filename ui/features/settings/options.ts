/** Which settings the screen offers, in what order, and what "on" means: two of the keys say what is refused. */
import type { SettingKey, SettingValue } from '../../../src/settings/contract'

export type Option = {
  readonly key: SettingKey
  readonly name: 'groups' | 'calls' | 'audio' | 'farewellWaiting' | 'restricted'
  readonly on: SettingValue
}

export const options: readonly { readonly title: 'incoming' | 'attendance'; readonly options: readonly Option[] }[] = [
  {
    title: 'incoming',
    options: [
      { key: 'CheckMsgIsGroup', name: 'groups', on: 'disabled' },
      { key: 'acceptCallWhatsapp', name: 'calls', on: 'enabled' },
      { key: 'acceptAudioMessageContact', name: 'audio', on: 'enabled' },
    ],
  },
  {
    title: 'attendance',
    options: [
      { key: 'sendFarewellWaitingTicket', name: 'farewellWaiting', on: 'enabled' },
      { key: 'restrictedChannels', name: 'restricted', on: 'enabled' },
    ],
  },
]

export const opposite = (value: SettingValue): SettingValue => (value === 'enabled' ? 'disabled' : 'enabled')
