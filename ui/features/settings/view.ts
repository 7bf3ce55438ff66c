/** Search parameters of the settings page. */
import * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'
import { auditFilters } from '../audit/view'

export const settingTabs = ['options', 'integrations', 'hours', 'history'] as const
export type SettingTab = (typeof settingTabs)[number]

export const SettingsView = viewSchema(['at'], {
  tab: v.picklist(settingTabs),
  ...auditFilters,
})
export type SettingsView = v.InferOutput<typeof SettingsView>
