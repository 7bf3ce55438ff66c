/** Settings of a company, as the browser knows them. Keys and values are the specification's. */
import * as v from 'valibot'
import { defineEvent } from '../platform/events'
import { text } from '../platform/formats'

/** Switches: key → allowed values, default first. */
export const knownSwitches = {
  CheckMsgIsGroup: ['enabled', 'disabled'],
  restrictedChannels: ['disabled', 'enabled'],
  sendSignMessage: ['disabled', 'enabled'],
  defaultSignature: ['disabled', 'enabled'],
  sendGreetingMessageOneQueues: ['disabled', 'enabled'],
  sendGreetingAccepted: ['disabled', 'enabled'],
  sendMsgTransfTicket: ['disabled', 'enabled'],
  sendFarewellWaitingTicket: ['disabled', 'enabled'],
  sendQueuePosition: ['disabled', 'enabled'],
  acceptCallWhatsapp: ['enabled', 'disabled'],
  acceptAudioMessageContact: ['enabled', 'disabled'],
} as const satisfies Record<string, readonly [SettingValue, SettingValue]>

/** One of several words: key → allowed values, default first. */
export const knownChoices = {
  scheduleType: ['disabled', 'queue', 'company'],
  chatBotType: ['text', 'list'],
} as const satisfies Record<string, readonly [string, ...string[]]>

/** Minutes: key → default. From when on a waiting contact is shown in amber, and in red. The keys are ours. */
export const knownMinutes = { waitingAmber: '5', waitingRed: '15' } as const

export const SettingValue = v.picklist(['enabled', 'disabled'])
export type SettingValue = v.InferOutput<typeof SettingValue>
/** One minute to a day, in digits. */
export const Minutes = v.pipe(
  text(4, 'form.invalid'),
  v.regex(/^[1-9][0-9]{0,3}$/, 'form.invalid'),
  v.check((digits) => Number(digits) <= 1440, 'form.invalid'),
)

export type SwitchKey = keyof typeof knownSwitches
export type ChoiceKey = keyof typeof knownChoices
export type Choice<K extends ChoiceKey> = (typeof knownChoices)[K][number]
export type MinutesKey = keyof typeof knownMinutes
export type SettingKey = SwitchKey | ChoiceKey | MinutesKey

export const switchKeys = Object.keys(knownSwitches) as SwitchKey[] // the keys of a literal are its type's keys
export const choiceKeys = Object.keys(knownChoices) as ChoiceKey[] // likewise
export const minutesKeys = Object.keys(knownMinutes) as MinutesKey[] // likewise
export const settingKeys: readonly SettingKey[] = [...switchKeys, ...choiceKeys, ...minutesKeys]

export const Setting = v.variant('key', [
  v.object({ key: v.picklist(switchKeys), value: SettingValue }),
  v.object({ key: v.literal('scheduleType'), value: v.picklist(knownChoices.scheduleType) }),
  v.object({ key: v.literal('chatBotType'), value: v.picklist(knownChoices.chatBotType) }),
  v.object({ key: v.picklist(minutesKeys), value: Minutes }),
])
export type Setting = v.InferOutput<typeof Setting>

/** Body of `PUT /settings/{key}`; the key says which values there are. */
export const ChangeSetting = v.object({ value: text(64, 'form.invalid') })

export const settingUpdated = defineEvent('settings.update', v.object({ setting: Setting }))
