import * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'
import { auditFilters } from '../audit/view'
import { helpFilters } from '../helps/view'

/** `helps`: for the operator. */
export const settingTabs = ['options', 'integrations', 'hours', 'helps', 'history'] as const
export type SettingTab = (typeof settingTabs)[number]

export const SettingsView = viewSchema(['at'], {
  tab: v.picklist(settingTabs),
  ...auditFilters,
  ...helpFilters,
})
export type SettingsView = v.InferOutput<typeof SettingsView>
