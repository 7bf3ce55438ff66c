/** Settings of a company, as the browser knows them. Keys and values are the specification's. */
import * as v from 'valibot'
import { defineEvent } from '../platform/events'
import { Id, text } from '../platform/formats'

/** Switches: key → allowed values, default first. */
export const knownSwitches = {
  CheckMsgIsGroup: ['enabled', 'disabled'],
  restrictedChannels: ['disabled', 'enabled'],
  restrictedContactSearch: ['disabled', 'enabled'],
  sendSignMessage: ['disabled', 'enabled'],
  defaultSignature: ['disabled', 'enabled'],
  sendGreetingMessageOneQueues: ['disabled', 'enabled'],
  sendGreetingAccepted: ['disabled', 'enabled'],
  sendMsgTransfTicket: ['disabled', 'enabled'],
  sendFarewellWaitingTicket: ['disabled', 'enabled'],
  confirmClosedTicket: ['disabled', 'enabled'],
  confirmFarewellmessage: ['disabled', 'enabled'],
  acceptCallWhatsapp: ['enabled', 'disabled'],
  acceptAudioMessageContact: ['enabled', 'disabled'],
  sendQueuePosition: ['disabled', 'enabled'],
  userRandom: ['disabled', 'enabled'],
  userRating: ['disabled', 'enabled'],
  /** Whether strangers may found a company here; that of the operator's company counts. */
  userCreation: ['disabled', 'enabled'],
} as const satisfies Record<string, readonly [SettingValue, SettingValue]>

/** Choices: key → allowed values, default first. */
export const knownChoices = {
  /** Whose hours count: nobody's, each queue's, or the company's. */
  scheduleType: ['disabled', 'queue', 'company'],
  chatBotType: ['text', 'list'],
} as const

/** Minutes: key → default. From when on a waiting contact is shown in amber, and in red. The keys are ours. */
export const knownMinutes = { waitingAmber: '5', waitingRed: '15' } as const

/** Where other services are and as whom we go there. For admins alone, like the secrets. */
export const textKeys = [
  'ipmkauth',
  'clientidmkauth',
  'smtpauth',
  'usersmtpauth',
  'urlTypebotBuilder',
  'urlTypebotViewer',
  'aiUrl',
  'aiModel',
  /** Where the people of all companies get help; that of the operator's company counts. */
  'supportUrl',
] as const
/** Stored encrypted, and never sent back. */
export const secretKeys = ['clientsecretmkauth', 'clientsecretsmtpauth', 'asaas', 'tokenTypebot', 'aiKey'] as const

export const SettingValue = v.picklist(['enabled', 'disabled'])
export type SettingValue = v.InferOutput<typeof SettingValue>
/** One minute to a day, in digits. */
export const Minutes = v.pipe(
  text(4, 'form.invalid'),
  v.regex(/^[1-9][0-9]{0,3}$/, 'form.invalid'),
  v.check((digits) => Number(digits) <= 1440, 'form.invalid'),
)
/** One line; empty for none. */
export const SETTING_LENGTH = 500
export const Line = v.pipe(text(SETTING_LENGTH), v.trim(), v.regex(/^\P{Cc}*$/u, 'form.invalid'))
/** A page that a browser opens; empty for none. */
export const WebAddress = v.pipe(Line, v.regex(/^($|https?:\/\/[^\s/]+(\/\S*)?$)/i, 'form.invalid'))
/** A service on the internet; empty for none. */
export const SecureAddress = v.pipe(Line, v.regex(/^($|https:\/\/[^\s/?#@]+(\/[^\s?#]*)?$)/i, 'form.invalid'))
/** What the wire shows of a secret: whether there is one. */
export const SecretState = v.picklist(['', 'set'])

export type SwitchKey = keyof typeof knownSwitches
export type ChoiceKey = keyof typeof knownChoices
export type Choice<K extends ChoiceKey> = (typeof knownChoices)[K][number]
export type MinutesKey = keyof typeof knownMinutes
export type TextKey = (typeof textKeys)[number]
export type SecretKey = (typeof secretKeys)[number]
export type SettingKey = SwitchKey | ChoiceKey | MinutesKey | TextKey | SecretKey

export const switchKeys = Object.keys(knownSwitches) as SwitchKey[] // the keys of a literal are its type's keys
export const choiceKeys = Object.keys(knownChoices) as ChoiceKey[] // likewise
export const minutesKeys = Object.keys(knownMinutes) as MinutesKey[] // likewise

/** Known to everybody in the company. */
export const OpenSetting = v.variant('key', [
  v.object({ key: v.picklist(switchKeys), value: SettingValue }),
  v.object({ key: v.literal('scheduleType'), value: v.picklist(knownChoices.scheduleType) }),
  v.object({ key: v.literal('chatBotType'), value: v.picklist(knownChoices.chatBotType) }),
  v.object({ key: v.picklist(minutesKeys), value: Minutes }),
])
export type OpenSetting = v.InferOutput<typeof OpenSetting>

export const Setting = v.variant('key', [
  OpenSetting,
  v.object({ key: v.literal('supportUrl'), value: WebAddress }),
  v.object({ key: v.literal('aiUrl'), value: SecureAddress }),
  v.object({ key: v.picklist(textKeys.filter((key) => key !== 'supportUrl' && key !== 'aiUrl')), value: Line }),
  v.object({ key: v.picklist(secretKeys), value: SecretState }),
])
export type Setting = v.InferOutput<typeof Setting>

/** In the order in which they are listed. */
export const settingKeys: readonly SettingKey[] = [
  ...switchKeys,
  ...choiceKeys,
  ...minutesKeys,
  ...textKeys,
  ...secretKeys,
]

export const isSecret = (key: SettingKey): key is SecretKey => secretKeys.some((one) => one === key)
/** For admins alone. */
export const isIntegration = (key: SettingKey): key is TextKey | SecretKey =>
  isSecret(key) || textKeys.some((one) => one === key)

/** Body of `PUT /settings/{key}`; the key says which values there are. */
export const ChangeSetting = v.object({ value: text(SETTING_LENGTH) })

export const settingUpdated = defineEvent('settings.update', v.object({ setting: Setting }))

/** A place of the world's table of time zones: America/Sao_Paulo. */
export const TimeZone = v.pipe(
  text(64, 'form.invalid'),
  v.regex(/^(UTC|[A-Za-z_]+(\/[A-Za-z0-9_+-]+)+)$/, 'form.invalid'),
  v.check(isTimeZone, 'form.invalid'),
)

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Body of `PUT /companies/{id}`: what a company's own admin changes of it. */
export const ChangeCompany = v.object({
  timeZone: v.optional(TimeZone),
  /** In which contacts are written to, and who has not chosen one reads the screens. */
  language: v.optional(v.picklist(['pt-BR', 'en', 'es', 'tr'])),
})
export type ChangeCompany = v.InferOutput<typeof ChangeCompany>

export const CompanyPlace = v.object({ id: Id, timeZone: v.string(), language: v.string() })
export type CompanyPlace = v.InferOutput<typeof CompanyPlace>
export const companyUpdated = defineEvent('company.update', v.object({ company: CompanyPlace }))
