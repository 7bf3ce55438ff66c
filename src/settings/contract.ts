/** Company settings shared with the browser. Keys and values are those of the specification. */
import * as v from 'valibot'
import { defineEvent } from '../platform/events'
import { Id, text } from '../platform/formats'
import { parseAddress, parseHostPort } from '../platform/mail-address'

/** Switches: key → allowed values, default first. */
export const knownSwitches = {
  CheckMsgIsGroup: ['enabled', 'disabled'],
  restrictedChannels: ['disabled', 'enabled'],
  restrictedContactSearch: ['disabled', 'enabled'],
  sendSignMessage: ['disabled', 'enabled'],
  defaultSignature: ['disabled', 'enabled'],
  sendGreetingMessageOneQueues: ['enabled', 'disabled'],
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
} as const satisfies Record<string, readonly [SettingValue, SettingValue]>

/** Choices: key → allowed values, default first. */
export const knownChoices = {
  /** Which opening hours apply: none, each queue's, or the company's. */
  scheduleType: ['disabled', 'queue', 'company'],
  /** Stored for clients of the specification, without effect: WhatsApp shows no lists of linked devices, so both are numbered lines. */
  chatBotType: ['text', 'list'],
} as const

/**
 * Minutes: key → default. Waiting time after which a contact is shown in amber and in red; how long after closing
 * thanks open no ticket. The keys are not in the specification.
 */
export const knownMinutes = { waitingAmber: '5', waitingRed: '15', thanksAfterClosing: '10' } as const
/** Those of which 0 means off. */
export const mayBeOff = ['thanksAfterClosing'] as const

/** URLs and accounts of external services. For admins only, like the secrets. */
export const textKeys = [
  'smtpauth',
  'usersmtpauth',
  /** Sender of e-mails, where the user is not an address. The key is not in the specification. */
  'fromsmtpauth',
  'urlTypebotBuilder',
  'urlTypebotViewer',
  'aiUrl',
  'aiModel',
] as const
/** Stored encrypted, and returned to the operator. */
export const sealedKeys = ['ipmkauth', 'clientidmkauth'] as const
/** Stored encrypted and never returned. */
export const secretKeys = ['clientsecretmkauth', 'clientsecretsmtpauth', 'tokenTypebot', 'aiKey'] as const

export const SettingValue = v.picklist(['enabled', 'disabled'])
export type SettingValue = v.InferOutput<typeof SettingValue>
/** 1 to 1440, in digits. */
export const Minutes = v.pipe(
  text(4, 'form.invalid'),
  v.regex(/^[1-9][0-9]{0,3}$/, 'form.invalid'),
  v.check((digits) => Number(digits) <= 1440, 'form.invalid'),
)
/** 0 to 1440, in digits. */
export const MinutesOrOff = v.union([v.literal('0'), Minutes])
/** One line; empty for none. */
export const SETTING_LENGTH = 500
export const Line = v.pipe(text(SETTING_LENGTH), v.trim(), v.regex(/^\P{Cc}*$/u, 'form.invalid'))
/** URL of a web page; may be empty. */
export const WebAddress = v.pipe(
  Line,
  v.regex(/^($|https?:\/\/[^\s/]+(\/\S*)?$)/i, 'form.invalid'),
  v.check((typed) => typed === '' || hasOneHost(typed), 'form.invalid'),
)
/** URL of a service; may be empty. */
export const ServiceAddress = v.pipe(
  Line,
  v.regex(/^($|https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$)/i, 'form.invalid'),
  v.check((typed) => typed === '' || hasOneHost(typed), 'form.invalid'),
)

/** Not two addresses in one text, which a parser reads as one odd host name. */
function hasOneHost(typed: string): boolean {
  if (!URL.canParse(typed)) return false
  const { hostname } = new URL(typed)
  return /^[\w.-]+$|^\[[\da-f:.]+\]$/i.test(hostname)
}
/** Mail server with its port, such as smtp.loja.example:587; may be empty. */
export const MailServer = v.pipe(
  Line,
  v.check((typed) => typed === '' || parseHostPort(typed) !== undefined, 'form.invalid'),
)
/** Sender of e-mails, such as `Loja <vendas@loja.example>`; may be empty. */
export const MailSender = v.pipe(
  Line,
  v.check((typed) => typed === '' || parseAddress(typed) !== undefined, 'form.email.invalid'),
)
/** Wire value of a secret: whether it is set. */
export const SecretState = v.picklist(['', 'set'])

export type SwitchKey = keyof typeof knownSwitches
export type ChoiceKey = keyof typeof knownChoices
export type Choice<K extends ChoiceKey> = (typeof knownChoices)[K][number]
export type MinutesKey = keyof typeof knownMinutes
export type TextKey = (typeof textKeys)[number]
export type SecretKey = (typeof secretKeys)[number]
export type SealedKey = (typeof sealedKeys)[number]
export type SettingKey = SwitchKey | ChoiceKey | MinutesKey | TextKey | SealedKey | SecretKey

export const switchKeys = Object.keys(knownSwitches) as SwitchKey[] // the keys of a literal are its type's keys
export const choiceKeys = Object.keys(knownChoices) as ChoiceKey[] // likewise
export const minutesKeys = Object.keys(knownMinutes) as MinutesKey[] // likewise

const minutesNeeded = ['waitingAmber', 'waitingRed'] as const satisfies readonly Exclude<
  MinutesKey,
  (typeof mayBeOff)[number]
>[]
export const minutesSchema = (key: MinutesKey) => (mayBeOff.some((one) => one === key) ? MinutesOrOff : Minutes)

/** Settings visible to everybody in the company. */
export const OpenSetting = v.variant('key', [
  v.object({ key: v.picklist(switchKeys), value: SettingValue }),
  v.object({ key: v.literal('scheduleType'), value: v.picklist(knownChoices.scheduleType) }),
  v.object({ key: v.literal('chatBotType'), value: v.picklist(knownChoices.chatBotType) }),
  v.object({ key: v.picklist(mayBeOff), value: MinutesOrOff }),
  v.object({ key: v.picklist(minutesNeeded), value: Minutes }),
])
export type OpenSetting = v.InferOutput<typeof OpenSetting>

/** Without a format of their own. */
const plainTexts = [
  'usersmtpauth',
  'urlTypebotBuilder',
  'urlTypebotViewer',
  'aiModel',
] as const satisfies readonly TextKey[]

export const Setting = v.variant('key', [
  OpenSetting,
  v.object({ key: v.literal('aiUrl'), value: ServiceAddress }),
  v.object({ key: v.literal('smtpauth'), value: MailServer }),
  v.object({ key: v.literal('fromsmtpauth'), value: MailSender }),
  v.object({ key: v.picklist(plainTexts), value: Line }),
  v.object({ key: v.picklist(sealedKeys), value: Line }),
  v.object({ key: v.picklist(secretKeys), value: SecretState }),
])
export type Setting = v.InferOutput<typeof Setting>

/** In list order. */
export const settingKeys: readonly SettingKey[] = [
  ...switchKeys,
  ...choiceKeys,
  ...minutesKeys,
  ...textKeys,
  ...sealedKeys,
  ...secretKeys,
]

export const isSecret = (key: SettingKey): key is SecretKey => secretKeys.some((one) => one === key)
export const isSealed = (key: SettingKey): key is SealedKey => sealedKeys.some((one) => one === key)
/** Visible to admins only. */
export const isIntegration = (key: SettingKey): key is TextKey | SealedKey | SecretKey =>
  isSecret(key) || isSealed(key) || textKeys.some((one) => one === key)
/** A company's settings that only the operator reads and changes. */
export const isOperators = (key: SettingKey): boolean => isSealed(key) || key === 'clientsecretmkauth'

/** Body of `PUT /settings/{key}`; the key determines the allowed values. */
export const ChangeSetting = v.object({ value: text(SETTING_LENGTH) })

export const settingUpdated = defineEvent('settings.update', v.object({ setting: Setting }))

/** An IANA time zone such as America/Sao_Paulo. */
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

/** Body of `PUT /companies/{id}`, for the company's own admins. */
export const ChangeCompany = v.object({
  timeZone: v.optional(TimeZone),
  /** Language of automatic texts to contacts, and of the screens for users who have not chosen one. */
  language: v.optional(v.picklist(['pt-BR', 'en', 'es', 'tr'])),
})
export type ChangeCompany = v.InferOutput<typeof ChangeCompany>

export const CompanyPlace = v.object({ id: Id, timeZone: v.string(), language: v.string() })
export type CompanyPlace = v.InferOutput<typeof CompanyPlace>
export const companyUpdated = defineEvent('company.update', v.object({ company: CompanyPlace }))
