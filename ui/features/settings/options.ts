/** The settings shown, their order, and which value means "on": one key is a refusal, so it is inverted. */
import type { SettingKey, SettingValue } from '../../../src/settings/contract'

export type Option = {
  readonly key: SettingKey
  readonly name: 'groups' | 'calls' | 'audio' | 'sign' | 'signUsual' | 'greeting' | 'transfer' | 'farewellWaiting'
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
      { key: 'sendSignMessage', name: 'sign', on: 'enabled' },
      { key: 'defaultSignature', name: 'signUsual', on: 'enabled' },
      { key: 'sendGreetingAccepted', name: 'greeting', on: 'enabled' },
      { key: 'sendMsgTransfTicket', name: 'transfer', on: 'enabled' },
      { key: 'sendFarewellWaitingTicket', name: 'farewellWaiting', on: 'enabled' },
    ],
  },
]

export const opposite = (value: SettingValue): SettingValue => (value === 'enabled' ? 'disabled' : 'enabled')
