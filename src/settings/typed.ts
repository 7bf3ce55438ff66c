/** Reads a setting as somebody entered it. */
import * as v from 'valibot'
import { fail } from '../errors'
import { check } from '../platform/input'
import { mayAskOutside, type OutsideAllow } from '../platform/outside'
import type { TypedSetting } from './actions'
import { isSecret, Line, Setting, type SettingKey, settingKeys } from './contract'

export const readKey = (key: string): SettingKey =>
  settingKeys.find((known) => known === key) ?? fail('ERR_NO_SETTING_FOUND')

export function readTyped(name: string, value: string, allowed: OutsideAllow): TypedSetting {
  const key = readKey(name)
  if (isSecret(key)) return { key, value: check(v.object({ value: Line }), { value }).value }
  const setting = v.safeParse(Setting, { key, value })
  if (!setting.success) return fail('ERR_INVALID_INPUT', [{ field: 'value', message: 'form.invalid' }])
  if (key === 'aiUrl') requireReachable(setting.output.value, allowed)
  return setting.output
}

function requireReachable(url: string, allowed: OutsideAllow) {
  if (url !== '' && !(URL.canParse(url) && mayAskOutside(url, allowed))) fail('ERR_SETTING_ADDRESS')
}
