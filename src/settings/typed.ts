/** Reads a setting as somebody entered it. */
import * as v from 'valibot'
import { fail } from '../errors'
import { check } from '../platform/input'
import type { TypedSetting } from './actions'
import { isSecret, Line, Setting, type SettingKey, settingKeys } from './contract'

export const readKey = (key: string): SettingKey =>
  settingKeys.find((known) => known === key) ?? fail('ERR_NO_SETTING_FOUND')

export function readTyped(name: string, value: string): TypedSetting {
  const key = readKey(name)
  if (isSecret(key)) return { key, value: check(v.object({ value: Line }), { value }).value }
  const setting = v.safeParse(Setting, { key, value })
  return setting.success ? setting.output : fail('ERR_INVALID_INPUT', [{ field: 'value', message: 'form.invalid' }])
}
