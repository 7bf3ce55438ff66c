/** Typed keys and values of a company. A key that was never set has its default. */
import { type Db, statement } from '../platform/sqlite'
import { knownSettings, type Setting, type SettingKey, type SettingValue, settingKeys } from './contract'

export function readSetting(db: Db, key: SettingKey): SettingValue {
  const value = statement(db.$client, 'SELECT value FROM settings WHERE key = ?').pluck().get(key)
  return knownSettings[key].find((word) => word === value) ?? knownSettings[key][0]
}

export const isEnabled = (db: Db, key: SettingKey): boolean => readSetting(db, key) === 'enabled'

export const listSettings = (db: Db): Setting[] => settingKeys.map((key) => ({ key, value: readSetting(db, key) }))

export function writeSetting(db: Db, key: SettingKey, value: SettingValue) {
  statement(db.$client, 'INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(
    key,
    value,
  )
}
