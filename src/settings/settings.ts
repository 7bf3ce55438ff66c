/** Typed settings of a company. Keys never set have their default. */
import * as v from 'valibot'
import type { Cx } from '../platform/cx'
import { DecryptionFailed, ENCRYPTED, type Encryption } from '../platform/encryption'
import { execute, getRows, getTuples } from '../platform/sql'
import { type Db, rememberedIn } from '../platform/sqlite'
import {
  type Choice,
  type ChoiceKey,
  isIntegration,
  isSealed,
  isSecret,
  knownChoices,
  knownMinutes,
  knownSwitches,
  Line,
  type MinutesKey,
  minutesKeys,
  minutesSchema,
  type OpenSetting,
  type SealedKey,
  type SecretKey,
  type Setting,
  type SettingKey,
  type SettingValue,
  type SwitchKey,
  sealedKeys,
  secretKeys,
  switchKeys,
  type TextKey,
  textKeys,
} from './contract'

/** Caches all values, because most requests and messages read some. */
const valuesIn = rememberedIn(
  (db) => new Map(getTuples<[string, unknown]>(db, 'SELECT key, value FROM settings')),
  ['settings'],
)
const readRaw = (db: Db, key: SettingKey): unknown => valuesIn(db).get(key)

export function readSwitch(db: Db, key: SwitchKey): SettingValue {
  const value = readRaw(db, key)
  return knownSwitches[key].find((word) => word === value) ?? knownSwitches[key][0]
}

export function readChoice<K extends ChoiceKey>(db: Db, key: K): Choice<K> {
  const words: readonly [Choice<K>, ...Choice<K>[]] = knownChoices[key]
  const value = readRaw(db, key)
  return words.find((word) => word === value) ?? words[0]
}

function readMinutes(db: Db, key: MinutesKey): string {
  const value = v.safeParse(minutesSchema(key), readRaw(db, key))
  return value.success ? value.output : knownMinutes[key]
}

/** Minutes after which a waiting contact is late. */
export const readLateAfter = (db: Db): number => Number(readMinutes(db, 'waitingRed'))

/** Minutes after closing in which thanks open no ticket; 0: never. */
export const readThanksTime = (db: Db): number => Number(readMinutes(db, 'thanksAfterClosing'))

/** Empty if not set. */
export function readText(db: Db, key: TextKey): string {
  const value = v.safeParse(Line, readRaw(db, key))
  return value.success ? value.output : ''
}

/** Null if not set, or if it was encrypted with another `secret.key` and must be entered again. */
export function readSecret(
  { db, tenant }: Pick<Cx, 'db' | 'tenant'>,
  encryption: Encryption,
  key: SecretKey | SealedKey,
) {
  const value = readRaw(db, key)
  if (typeof value !== 'string' || value === '') return null
  try {
    return encryption.decrypt(value, nameOf(tenant.uuid, key))
  } catch (error) {
    if (error instanceof DecryptionFailed) return null
    throw error
  }
}

const nameOf = (tenantUuid: string, key: SecretKey | SealedKey) => `${tenantUuid} ${key}`

export const isEnabled = (db: Db, key: SwitchKey): boolean => readSwitch(db, key) === 'enabled'

/** Settings visible to everybody in the company. */
export const listSettings = (db: Db): OpenSetting[] => [
  ...switchKeys.map((key) => ({ key, value: readSwitch(db, key) })),
  { key: 'scheduleType', value: readChoice(db, 'scheduleType') },
  { key: 'chatBotType', value: readChoice(db, 'chatBotType') },
  ...minutesKeys.map((key) => ({ key, value: readMinutes(db, key) })),
]

/** Those that an earlier version stored as plain text. */
const PLAIN = `FROM settings WHERE key IN (${sealedKeys.map((key) => `'${key}'`).join(', ')}) AND value <> '' AND value NOT LIKE '${ENCRYPTED}%'`
export const UNSEALED = `SELECT 0 ${PLAIN}`
export const sealPlain = (cx: Cx, encryption: Encryption): void =>
  cx.transaction((cx) => {
    for (const { key, value } of getRows<{ key: SealedKey; value: string }>(cx.db, `SELECT key, value ${PLAIN}`))
      storeSetting(cx, encryption, { key, value })
  })

/** Settings for admins only, and some for the operator only (`isOperators`); secrets show only whether they are set. */
export const listIntegrations = (cx: Pick<Cx, 'db' | 'tenant'>, encryption: Encryption): Setting[] => [
  ...textKeys.map((key) => ({ key, value: readText(cx.db, key) })),
  ...sealedKeys.map((key) => ({ key, value: readSecret(cx, encryption, key) ?? '' })),
  ...secretKeys.map((key) => ({
    key,
    value: readSecret(cx, encryption, key) === null ? ('' as const) : ('set' as const),
  })),
]

export const findSetting = (
  cx: Pick<Cx, 'db' | 'tenant'>,
  encryption: Encryption,
  key: SettingKey,
): Setting | undefined =>
  (isIntegration(key) ? listIntegrations(cx, encryption) : listSettings(cx.db)).find((setting) => setting.key === key)

/** Stores `value` as entered. */
export function storeSetting(
  { db, tenant }: Pick<Cx, 'db' | 'tenant'>,
  encryption: Encryption,
  { key, value }: { readonly key: SettingKey; readonly value: string },
) {
  writeSetting(
    db,
    key,
    (isSecret(key) || isSealed(key)) && value !== '' ? encryption.encrypt(value, nameOf(tenant.uuid, key)) : value,
  )
}

export function writeSetting(db: Db, key: SettingKey, value: string) {
  execute(db, 'INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', [key, value])
}
