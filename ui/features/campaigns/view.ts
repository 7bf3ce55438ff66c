/** What the addresses of campaigns may say. */
import type * as v from 'valibot'
import { CampaignStatus, DeliveryFilter } from '../../../src/features/campaigns/contract'
import { Day, viewSchema } from '../../shared/table/view'

export const CampaignsView = viewSchema(['newest'])
export type CampaignsView = v.InferOutput<typeof CampaignsView>

export const ReportView = viewSchema(['latest'], { state: DeliveryFilter })
export type ReportView = v.InferOutput<typeof ReportView>

export const DashboardView = viewSchema(['newest'], { status: CampaignStatus, from: Day, to: Day })
export type DashboardView = v.InferOutput<typeof DashboardView>
