/** The settings shown, their order, and of switches which value means "on": one key is a refusal, so it is inverted. */
import type { MinutesKey, SettingValue, SwitchKey } from '../../../src/settings/contract'

export type SwitchOption = {
  readonly key: SwitchKey
  readonly name:
    | 'groups'
    | 'calls'
    | 'audio'
    | 'sign'
    | 'signUsual'
    | 'greetingQueue'
    | 'greeting'
    | 'transfer'
    | 'farewellWaiting'
  readonly on: SettingValue
}

export const switches: readonly {
  readonly title: 'incoming' | 'attendance'
  readonly options: readonly SwitchOption[]
}[] = [
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
      { key: 'sendGreetingMessageOneQueues', name: 'greetingQueue', on: 'enabled' },
      { key: 'sendGreetingAccepted', name: 'greeting', on: 'enabled' },
      { key: 'sendMsgTransfTicket', name: 'transfer', on: 'enabled' },
      { key: 'sendFarewellWaitingTicket', name: 'farewellWaiting', on: 'enabled' },
    ],
  },
]

export const opposite = (value: SettingValue): SettingValue => (value === 'enabled' ? 'disabled' : 'enabled')

export const limits: readonly MinutesKey[] = ['waitingAmber', 'waitingRed']

const OFFERED = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 240]

/** The minutes offered, and the present value if it was set to something else. */
export const minutesOffered = (present: number): number[] => [...new Set([...OFFERED, present])].sort((a, b) => a - b)
