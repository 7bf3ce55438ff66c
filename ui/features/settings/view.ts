/** What the address of the settings screen may say. */
import * as v from 'valibot'
import { Day, viewSchema } from '../../shared/table/view'

export const settingTabs = ['options', 'integrations', 'hours', 'history'] as const
export type SettingTab = (typeof settingTabs)[number]

export const SettingsView = viewSchema(['at'], {
  tab: v.picklist(settingTabs),
  /** Of the history: what was changed, by whom, and when. */
  kind: v.pipe(v.string(), v.regex(/^\w{1,40}$/)),
  userId: v.pipe(v.number(), v.integer(), v.minValue(1)),
  from: Day,
  to: Day,
})
export type SettingsView = v.InferOutput<typeof SettingsView>
