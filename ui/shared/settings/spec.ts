/** The rules of the settings list: what events mean for it. Pure. */
import { type Setting, settingKeys, settingUpdated } from '../../../src/settings/contract'
import { on } from '../live/bus'
import type { CrudSpec } from '../live/liveCrud'

/** A live row needs a number. */
export type SettingRow = Setting & { readonly id: number }
export const rowOf = (setting: Setting): SettingRow => ({ ...setting, id: idOf(setting.key) })
export const idOf = (key: Setting['key']): number => settingKeys.indexOf(key) + 1

export const settingsSpec: CrudSpec<SettingRow> = {
  key: ['settings'],
  compare: (a, b) => a.id - b.id,
  events: [on(settingUpdated, ({ setting }) => ({ put: rowOf(setting) }))],
}
