/** Typed keys and values of a company. A key that was never set has its default. */
import * as v from 'valibot'
import { type Db, statement } from '../platform/sqlite'
import {
  type Choice,
  type ChoiceKey,
  knownChoices,
  knownMinutes,
  knownSwitches,
  Minutes,
  type MinutesKey,
  minutesKeys,
  type Setting,
  type SettingKey,
  type SettingValue,
  type SwitchKey,
  switchKeys,
} from './contract'

const readRaw = (db: Db, key: SettingKey): unknown =>
  statement(db.$client, 'SELECT value FROM settings WHERE key = ?').pluck().get(key)

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
  const value = v.safeParse(Minutes, readRaw(db, key))
  return value.success ? value.output : knownMinutes[key]
}

export const isEnabled = (db: Db, key: SwitchKey): boolean => readSwitch(db, key) === 'enabled'

export const findSetting = (db: Db, key: string): Setting | undefined =>
  listSettings(db).find((setting) => setting.key === key)

export const listSettings = (db: Db): Setting[] => [
  ...switchKeys.map((key) => ({ key, value: readSwitch(db, key) })),
  { key: 'scheduleType', value: readChoice(db, 'scheduleType') },
  { key: 'chatBotType', value: readChoice(db, 'chatBotType') },
  ...minutesKeys.map((key) => ({ key, value: readMinutes(db, key) })),
]

export function writeSetting(db: Db, key: SettingKey, value: Setting['value']) {
  statement(db.$client, 'INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(
    key,
    value,
  )
}
