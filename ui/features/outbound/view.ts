import * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'

export const settingTabs = ['pace', 'variables', 'optOuts'] as const
export const CampaignSettingsView = viewSchema(['newest'], { tab: v.picklist(settingTabs) })
export type CampaignSettingsView = v.InferOutput<typeof CampaignSettingsView>
