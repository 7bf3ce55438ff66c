/** The operator's settings, which hold for the whole installation, as the browser knows them. */
import * as v from 'valibot'
import { readDomain } from '../../platform/domain'
import { defineEvent } from '../../platform/events'
import { numberTo, text } from '../../platform/formats'
import { CITY_LENGTH, NAME_LENGTH, readPixKey, readPixText, storedPixKey } from '../../platform/pix-key'
import { Line, WebAddress } from '../contract'
import { MailAccount, MailProvider } from '../mail-sign-in/contract'

/** Host, port and login of a mail server. */
const SmtpAddress = v.pipe(Line, v.regex(/^($|smtps?:\/\/\S+$)/i, 'form.invalid'))
/** `Loja <loja@example.com>` or the bare address; empty for none. The server checks the rest. */
const Sender = v.pipe(Line, v.regex(/^($|.*@)/, 'form.invalid'))
/** Host, login and folder of a mailbox. */
const ImapAddress = v.pipe(Line, v.regex(/^($|imaps?:\/\/\S+$)/i, 'form.invalid'))
/** `respostas@loja.example`, or `*@respostas.loja.example`; empty for none. The server checks the rest. */
const AnswersAddress = v.pipe(Line, v.regex(/^($|\S+@\S+$)/, 'form.invalid'))
/** Minute, hour, day, month, weekday; empty for never. The server checks the rest. */
const CronPattern = v.pipe(Line, v.regex(/^($|\S+( \S+){4}$)/, 'form.invalid'))
/** An absolute path; empty for the usual one. */
const Folder = v.pipe(Line, v.regex(/^($|\/)/, 'form.invalid'))
/** A Pix key, stored as the Pix system knows it; empty for none. */
const PixKey = v.pipe(
  Line,
  v.check((written) => written === '' || readPixKey(written) !== undefined, 'form.pix.key'),
  v.transform((written) => storedPixKey(written) ?? ''),
)
/** The receiver's name or city; empty for none. */
const pixText = (most: number, hint: string) =>
  v.pipe(
    Line,
    v.check((written) => written === '' || readPixText(written, most) !== undefined, hint),
  )
/** Networks with ports, separated by commas; empty for none. The server checks the rest. */
const Networks = v.pipe(Line, v.regex(/^[\da-f.:/[\],*\s]*$/i, 'form.invalid'))
const GraphUrl = v.pipe(Line, v.regex(/^https?:\/\/[^\s/]+(\/\S*[^\s/])?$/i, 'form.invalid'))
/** Part of an address. */
const MicrosoftTenant = v.pipe(Line, v.regex(/^($|[a-z\d]([a-z\d.-]{0,250}[a-z\d])?$)/i, 'form.invalid'))
const wholeTo = (most: number) =>
  v.pipe(
    v.number('form.invalid'),
    v.integer('form.invalid'),
    v.minValue(0, 'form.invalid'),
    v.maxValue(most, 'form.invalid'),
  )
const Cents = wholeTo(10_000_000)
const PlanNumber = wholeTo(1_000_000)
/** A domain as browsers write it, or an address; empty for none. */
const DomainOrAddress = v.pipe(
  Line,
  v.check((name) => name === '' || readDomain(name) !== undefined, 'form.invalid'),
  v.transform((name) => readDomain(name) ?? ''),
)
/** Plain http leads to this machine only. */
const AcmeUrl = v.pipe(
  Line,
  v.regex(/^(https:\/\/[^\s/]+|http:\/\/(127\.0\.0\.1|localhost)(:\d+)?)(\/\S*)?$/i, 'form.invalid'),
)
const Email = v.pipe(Line, v.regex(/^($|[^\s@]+@[^\s@]+\.[^\s@]+$)/, 'form.invalid'))
const PEM_LENGTH = 20_000
/** Certificate and private key, each between its BEGIN and END lines. */
const Pem = v.pipe(text(PEM_LENGTH, 'form.text.long'), v.trim(), v.regex(/^($|-----BEGIN )/, 'form.invalid'))

type Value = string | number | boolean
type Definition<S extends v.GenericSchema<Value>> = {
  readonly schema: S
  readonly fallback: v.InferOutput<S>
  readonly isSecret: boolean
}
const open = <const S extends v.GenericSchema<Value>>(schema: S, fallback: v.InferOutput<S>): Definition<S> => ({
  schema,
  fallback,
  isSecret: false,
})
/** Stored encrypted and never sent back. Empty means none. */
const secret = <const S extends v.GenericSchema<string>>(schema: S) => ({ schema, fallback: '', isSecret: true })

/** Key → which values it takes, the default, and whether it is a secret. */
export const operatorSettings = {
  /** Support page of all companies; empty for none. */
  supportUrl: open(WebAddress, ''),
  /** Whether strangers may sign up and create a company. */
  signUp: open(v.boolean(), false),
  /** Days until a company that signed up has to pay. */
  trialDays: open(numberTo(365), 7),
  /** Companies that may sign up within an hour. */
  signUpsPerHour: open(numberTo(10_000), 20),
  /** Whether the checkout offers a custom plan. Prices are cents a month; the first one includes the users and connections. */
  customPlan: open(v.boolean(), true),
  customPlanPrice: open(Cents, 4900),
  customPlanUsers: open(numberTo(500), 3),
  customPlanConnections: open(numberTo(100), 3),
  customPlanUserPrice: open(Cents, 1100),
  customPlanConnectionPrice: open(Cents, 2000),
  /** The number of the plan whose features it has; 0: the cheapest public plan. */
  customPlanFeatures: open(PlanNumber, 0),
  /** Networks beside the public internet that companies may call. */
  outsideAllow: open(Networks, ''),
  /** Recipients to whom a person may send e-mails within an hour; 0: no limit. */
  emailRecipientsPerHour: open(wholeTo(100_000), 200),
  smtpUrl: secret(SmtpAddress),
  mailFrom: open(Sender, ''),
  /** The mailbox for answers to the e-mails of companies without one of their own. */
  answersUrl: secret(ImapAddress),
  answersAddress: open(AnswersAddress, ''),
  /** The apps with which people sign their mail accounts in. */
  googleClientId: open(Line, ''),
  googleClientSecret: secret(Line),
  microsoftClientId: open(Line, ''),
  microsoftClientSecret: secret(Line),
  /** Whose accounts may sign in: `common`, `organizations`, or the id or domain of one organisation. */
  microsoftTenant: open(MicrosoftTenant, 'common'),
  pixProvider: open(v.picklist(['manual', 'efi', 'asaas']), 'manual'),
  /** The operator's Pix key; `manual` and Efí collect for it. */
  pixKey: open(PixKey, ''),
  pixName: open(pixText(NAME_LENGTH, 'form.pix.name'), ''),
  pixCity: open(pixText(CITY_LENGTH, 'form.pix.city'), ''),
  efiClientId: open(Line, ''),
  efiClientSecret: secret(Line),
  efiCertificate: secret(Pem),
  efiSandbox: open(v.boolean(), false),
  asaasKey: secret(Line),
  /** What Asaas sends along with each webhook. */
  asaasWebhookToken: secret(Line),
  asaasSandbox: open(v.boolean(), false),
  metaAppId: open(v.pipe(Line, v.regex(/^\d*$/, 'form.invalid')), ''),
  metaAppSecret: secret(Line),
  metaVerifyToken: secret(Line),
  /** The configuration of Facebook Login for Business by which companies sign their WhatsApp numbers up. */
  metaConfigId: open(v.pipe(Line, v.regex(/^\d*$/, 'form.invalid')), ''),
  /** Where Meta's Graph API is, without a slash at the end, and the version that is called. */
  graphUrl: open(GraphUrl, 'https://graph.facebook.com'),
  graphVersion: open(v.pipe(Line, v.regex(/^v\d{1,3}\.\d{1,2}$/, 'form.invalid')), 'v26.0'),
  /** OpenAI-compatible service for companies without one of their own. */
  aiUrl: open(WebAddress, ''),
  aiKey: secret(Line),
  aiModel: open(Line, ''),
  /** A page of figures that the monitor embeds. */
  biUrl: open(WebAddress, ''),
  /** Where browsers reach the installation with a certificate of its own: a domain or an address. Empty: by a proxy, or without TLS. */
  domain: open(DomainOrAddress, ''),
  /** A certificate and its key in files of the operator, instead of one from an authority. */
  tlsCert: open(Folder, ''),
  tlsKey: open(Folder, ''),
  /** The directory of an ACME authority, and where it writes about certificates that end. */
  acmeUrl: open(AcmeUrl, 'https://acme-v02.api.letsencrypt.org/directory'),
  acmeEmail: open(Email, ''),
  /** Of authorities that ask for an account of their own (external account binding). */
  acmeKeyId: open(Line, ''),
  acmeKey: secret(Line),
  backupCron: open(CronPattern, ''),
  /** How many scheduled backups are kept. */
  backupKeep: open(numberTo(365), 14),
  backupFolder: open(Folder, ''),
  /** The folder on the web with the newest release; empty: nobody is asked. */
  updateAddress: open(WebAddress, ''),
  /** The hour of the day, in the operator's zone, for updates that wait for it. */
  updateHour: open(wholeTo(23), 3),
} as const satisfies Record<string, Definition<v.GenericSchema<Value>>>

/** How people reach the installation: changed together, on a page of their own. */
export const addressKeys = ['domain', 'tlsCert', 'tlsKey', 'acmeEmail'] as const

export type OperatorKey = keyof typeof operatorSettings
export type OperatorValue<K extends OperatorKey> = v.InferOutput<(typeof operatorSettings)[K]['schema']>
export const operatorKeys = Object.keys(operatorSettings) as OperatorKey[] // the keys of a literal are its type's keys

/**
 * What the environment says of one of these, it says of all of them: a key typed here must never be sent to an address
 * that the environment gives. A change of the first deletes the secrets that do not come with it.
 */
export const togetherWith: readonly (readonly OperatorKey[])[] = [
  ['aiUrl', 'aiKey', 'aiModel'],
  ['smtpUrl', 'mailFrom'],
  ['answersUrl', 'answersAddress'],
  ['googleClientId', 'googleClientSecret'],
  ['microsoftClientId', 'microsoftClientSecret', 'microsoftTenant'],
  ['domain', 'tlsCert', 'tlsKey'],
  ['acmeUrl', 'acmeKeyId', 'acmeKey'],
]

/** `backupKeep` → `BALCAO_BACKUP_KEEP`. */
export const variableOf = (key: OperatorKey): string =>
  `BALCAO_${key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** Where the value in force comes from. One of the environment or the demo cannot be changed. */
export const SettingSource = v.picklist(['default', 'stored', 'environment', 'demo'])
export type SettingSource = v.InferOutput<typeof SettingSource>

export const OperatorSetting = v.object({
  key: v.picklist(operatorKeys),
  /** Of a secret: `set`, or empty. */
  value: v.union([v.string(), v.number(), v.boolean()]),
  source: SettingSource,
})
export type OperatorSetting = v.InferOutput<typeof OperatorSetting>

type Changes = {
  readonly [K in OperatorKey]: v.OptionalSchema<
    v.NullableSchema<(typeof operatorSettings)[K]['schema'], undefined>,
    undefined
  >
}
/** Body of `PUT /operator-settings`: what changes, by key. Null brings back the default. */
export const ChangeOperatorSettings = v.object(
  Object.fromEntries(
    operatorKeys.map((key) => [key, v.optional(v.nullable<v.GenericSchema>(operatorSettings[key].schema))]),
  ) as Changes, // by construction
)
export type ChangeOperatorSettings = v.InferOutput<typeof ChangeOperatorSettings>

/** To the operator's people. */
export const operatorSettingsUpdated = defineEvent(
  'operatorSettings.update',
  v.object({ records: v.array(OperatorSetting) }),
)

/** What can be tried on the screen, where a module brings it. */
export const trialNames = ['mail', 'answers', 'pix', 'webhook', 'ai', 'meta', 'backups', 'bi'] as const
export type TrialName = (typeof trialNames)[number]

/** Outcome of a trial. */
export const Trial = v.object({
  ok: v.boolean(),
  /** What failed, by a name that the screen translates. */
  fault: v.nullable(v.string()),
  /** The other server's own words; after success, where to look. Null if there is nothing to say. */
  answer: v.nullable(v.string()),
  /** Of a charge: the code to copy and paste, which the screen also draws. */
  code: v.optional(v.string()),
})
export type Trial = v.InferOutput<typeof Trial>

/** The account of the installation's own mail, and what the operator needs to register apps for it and for companies. */
export const OperatorMail = v.object({
  account: v.nullable(MailAccount),
  /** Providers with a registered app. */
  offered: v.array(MailProvider),
  /** To be registered with each provider, exactly so. */
  redirectUri: v.string(),
})

/** Addresses to register with the operator's app at Meta, exactly so. */
export const OperatorMeta = v.object({
  webhook: v.string(),
  signIn: v.string(),
  deauthorize: v.string(),
  deletion: v.string(),
})
export type OperatorMeta = v.InferOutput<typeof OperatorMeta>

/** With what can be tried. */
export const OperatorSettingList = v.object({
  records: v.array(OperatorSetting),
  trials: v.array(v.picklist(trialNames)),
  mail: OperatorMail,
  meta: OperatorMeta,
})
export type OperatorSettingList = v.InferOutput<typeof OperatorSettingList>
