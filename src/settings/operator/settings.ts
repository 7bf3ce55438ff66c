/** Reads the operator's settings: the environment's value, else the stored one, else the default. */

import * as v from 'valibot'
import type { OperatorAi } from '../../platform/config'
import type { Databases } from '../../platform/databases'
import { DecryptionFailed, type Encryption } from '../../platform/encryption'
import type { Wait } from '../../platform/gate'
import { type ImapServer, isAnswersAddress, readImapUrl } from '../../platform/imap-settings'
import { isCronPattern } from '../../platform/jobs'
import { parseAddress } from '../../platform/mail-address'
import { inControl } from '../../platform/operator-storage'
import { allowNothing, type OutsideAllow, readOutsideAllow } from '../../platform/outside'
import { operatorSmtp, readSmtpUrl, type SmtpSettings } from '../../platform/smtp-settings'
import { execute, getValue } from '../../platform/sql'
import { type ControlDb, remembered } from '../../platform/sqlite'
import { isSystemFolder } from '../../platform/system-folders'
import {
  type OperatorKey,
  type OperatorSetting,
  type OperatorValue,
  operatorKeys,
  operatorSettings,
  type SettingSource,
  togetherWith,
  variableOf,
} from './contract'

/** Values of environment variables, by setting. */
export type OperatorEnvironment = { readonly [K in OperatorKey]?: OperatorValue<K> }

/** Values that nobody can change here. The environment's win. */
export type FixedSettings = {
  readonly environment?: OperatorEnvironment | undefined
  /** Of the demo's stand-ins. */
  readonly demo?: OperatorEnvironment | undefined
}

export interface OperatorSettings {
  /** Cached until the table changes, also by another process. */
  read<K extends OperatorKey>(key: K): OperatorValue<K>
  list(): OperatorSetting[]
  /** By the environment or the demo. */
  isFixed(key: OperatorKey): boolean
  /** Null brings back the default. The values were checked. */
  store(now: number, changes: ReadonlyMap<OperatorKey, OperatorValue<OperatorKey> | null>): void
}

declare module '../../platform/module' {
  interface Services {
    /** What the operator has set for the installation. Read it when it is needed: it changes while the server runs. */
    readonly operatorSettings: OperatorSettings
  }
}

/** Purpose of their encryption. */
export const OPERATOR_SECRETS = 'operator-settings'

type Value = OperatorValue<OperatorKey>
type SettingValue = { readonly value: Value; readonly source: SettingSource }

/** A value as text, as the table, the environment and the command line have it; undefined if it is not allowed. */
export function readWords(key: OperatorKey, words: string): Value | undefined {
  const { schema, fallback } = operatorSettings[key]
  const typed = typeof fallback === 'boolean' ? yesOrNo(words) : typeof fallback === 'number' ? numberIn(words) : words
  const read = v.safeParse(schema, typed, { abortPipeEarly: true })
  return read.success && isAllowed(key, read.output) ? read.output : undefined
}

/** What a setting takes, for the command line and the log. */
export function accepted(key: OperatorKey): string {
  const { schema, fallback } = operatorSettings[key]
  if (typeof fallback === 'boolean') return 'true or false'
  if (typeof fallback === 'number') return acceptedTexts[key] ?? 'a whole number from 1 to 365'
  if (schema.type === 'picklist' && 'options' in schema) return `one of ${schema.options.join(', ')}`
  return acceptedTexts[key] ?? 'one line of at most 500 characters'
}

const WEB_ADDRESS = 'an address that begins with http:// or https://'
const acceptedTexts: Readonly<Partial<Record<OperatorKey, string>>> = {
  supportUrl: WEB_ADDRESS,
  aiUrl: WEB_ADDRESS,
  biUrl: WEB_ADDRESS,
  outsideAllow: 'networks and ports such as 192.168.1.10:5678, 10.0.0.0/8:*, separated by commas',
  smtpUrl: 'an address such as smtp://user:password@mail.example.com:587',
  mailFrom: 'a sender such as Balcão <atende@example.com>',
  answersUrl: 'an address such as imaps://user:password@imap.example.com/INBOX',
  answersAddress: 'an address such as answers@example.com, or *@answers.example.com for a domain that takes any name',
  efiCertificate: 'the certificate and its private key, both in PEM',
  signUpsPerHour: 'a whole number from 1 to 10000',
  emailRecipientsPerHour: 'a whole number from 1 to 100000, or 0 for no limit',
  microsoftTenant: 'common, organizations, or the id or domain of an organisation',
  metaAppId: 'digits only',
  metaConfigId: 'digits only',
  graphUrl: 'an address that begins with http:// or https:// and does not end with /',
  graphVersion: 'a version such as v26.0',
  domain: 'a domain such as atende.example.com, or the address of this machine',
  tlsCert: 'the path of a file with the certificate chain in PEM',
  tlsKey: 'the path of a file with its private key in PEM',
  acmeUrl: 'the https address of an ACME directory',
  acmeEmail: 'an e-mail address',
  backupCron: 'minute, hour, day, month and weekday, such as 0 3 * * *',
  backupFolder: 'an absolute path, which begins with /, outside the folders of the system',
  updateAddress: WEB_ADDRESS,
  updateHour: 'a whole number from 0 to 23',
}

/** Nothing is no number: 0 may mean no limit. */
const numberIn = (words: string): number => (words.trim() === '' ? Number.NaN : Number(words))
const yesOrNo = (words: string): boolean | undefined => {
  if (['true', '1', 'yes'].includes(words)) return true
  return ['false', '0', 'no'].includes(words) ? false : undefined
}

/** What the schema, which the browser has too, does not check. */
export function isAllowed(key: OperatorKey, value: Value): boolean {
  if (value === '') return true
  if (key === 'backupCron') return isCronPattern(String(value))
  if (key === 'backupFolder') return !isSystemFolder(String(value))
  if (key === 'outsideAllow') return readOutsideAllow(String(value)) !== undefined
  if (key === 'smtpUrl') return readSmtpUrl(String(value)) !== undefined
  if (key === 'answersUrl') return readImapUrl(String(value)) !== undefined
  if (key === 'answersAddress') return isAnswersAddress(String(value))
  return key !== 'mailFrom' || parseAddress(String(value)) !== undefined
}

/** Settings in the environment, and what is wrong with them. Empty variables count as not given. */
export function readEnvironment(source: Readonly<Record<string, string | undefined>>): {
  readonly values: OperatorEnvironment
  readonly faults: readonly string[]
} {
  const given = operatorKeys.flatMap((key) => {
    const words = source[variableOf(key)]
    return words ? [{ key, value: readWords(key, words) }] : []
  })
  return {
    values: Object.fromEntries(given.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value]]))),
    faults: given.flatMap(({ key, value }) =>
      value === undefined ? [`${variableOf(key)}: must be ${accepted(key)}`] : [],
    ),
  }
}

/** The service of companies without one of their own. `key` is null when it needs none. */
export function operatorAi({ read }: Pick<OperatorSettings, 'read'>): OperatorAi | null {
  const [url, model] = [read('aiUrl'), read('aiModel')]
  return url !== '' && model !== '' ? { url, key: read('aiKey') || null, model } : null
}

/** The mail server of the installation; undefined without one. */
export function operatorMail({ read }: Pick<OperatorSettings, 'read'>, wait: Wait): SmtpSettings | undefined {
  const [url, from] = [read('smtpUrl'), read('mailFrom')]
  return url !== '' && from !== '' ? operatorSmtp(url, from, wait) : undefined
}

/** What companies may call beside the public internet, as it is set at the time of the call. */
export function operatorOutside({ read }: Pick<OperatorSettings, 'read'>): OutsideAllow {
  let known = { words: '', allows: allowNothing }
  const allows = (address: string, port: number) => {
    const words = read('outsideAllow')
    if (words !== known.words) known = { words, allows: readOutsideAllow(words) ?? allowNothing }
    return known.allows(address, port)
  }
  return Object.assign(allows, { allowsNothing: () => read('outsideAllow') === '' })
}

/** The mailbox for answers to companies' e-mails, and its address; undefined unless both are set. */
export function operatorAnswers({
  read,
}: Pick<OperatorSettings, 'read'>): { readonly address: string; readonly mailbox: ImapServer } | undefined {
  const [url, address] = [read('answersUrl'), read('answersAddress')]
  const mailbox = url === '' || address === '' ? undefined : readImapUrl(url)
  return mailbox && { address, mailbox }
}

const groupOf = (key: OperatorKey) => togetherWith.find((group) => group.includes(key)) ?? [key]

/** What they say of one key of a group, they say of all. */
function fixedBy(values: OperatorEnvironment, key: OperatorKey, source: SettingSource): SettingValue | undefined {
  const isSaid = groupOf(key).some((other) => values[other] !== undefined)
  return isSaid ? { value: values[key] ?? operatorSettings[key].fallback, source } : undefined
}

export type SettingsReader = Omit<OperatorSettings, 'store'>

export function createSettingsReader(
  control: ControlDb,
  encryption: Encryption,
  { environment = {}, demo = {} }: FixedSettings = {},
): SettingsReader {
  const raw = control.$client
  const given = new Map(
    operatorKeys.flatMap((key): [OperatorKey, SettingValue][] => {
      const found = fixedBy(environment, key, 'environment') ?? fixedBy(demo, key, 'demo')
      return found ? [[key, found]] : []
    }),
  )

  const stored = remembered(
    raw,
    (key: OperatorKey): { readonly value: Value } | null => {
      const text = getValue(raw, 'SELECT value FROM operator_settings WHERE key = ?', key)
      const value = typeof text === 'string' ? readWords(key, plainOf(key, text) ?? '') : undefined
      return value === undefined ? null : { value }
    },
    ['operator_settings'],
  )
  const plainOf = (key: OperatorKey, text: string): string | undefined => {
    if (!operatorSettings[key].isSecret) return text
    try {
      return encryption.decrypt(text, key)
    } catch (error) {
      if (error instanceof DecryptionFailed) return undefined // another secret.key: it must be entered again
      throw error
    }
  }

  const find = (key: OperatorKey): SettingValue => {
    const fixed = given.get(key)
    if (fixed) return fixed
    const kept = stored(key)
    return kept === null
      ? { value: operatorSettings[key].fallback, source: 'default' }
      : { value: kept.value, source: 'stored' }
  }

  return {
    read: <K extends OperatorKey>(key: K) => find(key).value as OperatorValue<K>, // checked by its schema
    list: () => operatorKeys.map((key) => showSetting(key, find(key))),
    isFixed: (key) => given.has(key),
  }
}

export const createOperatorSettings = (
  { control, writableControl }: Pick<Databases, 'control' | 'writableControl'>,
  encryption: Encryption,
  fixed: FixedSettings = {},
): OperatorSettings => ({
  ...createSettingsReader(control, encryption, fixed),
  store(now, changes) {
    const own = writableControl()
    inControl(own, () => {
      for (const [key, value] of changes) {
        if (value === null) {
          execute(own, 'DELETE FROM operator_settings WHERE key = ?', key)
          continue
        }
        const text = operatorSettings[key].isSecret ? encryption.encrypt(String(value), key) : String(value)
        execute(
          own,
          `INSERT INTO operator_settings (key, value, updated_at) VALUES (?, ?, ?)
           ON CONFLICT DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
          [key, text, now],
        )
      }
    })
  },
})

const showSetting = (key: OperatorKey, { value, source }: SettingValue): OperatorSetting => ({
  key,
  value: operatorSettings[key].isSecret && value !== '' ? 'set' : value,
  source,
})
