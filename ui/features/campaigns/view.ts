import * as v from 'valibot'
import type { DeliveryFilter } from '../../../src/features/campaigns/contract'
import { type CampaignStatus, STATUS } from '../../../src/features/campaigns/status/contract'
import { Day, viewSchema } from '../../shared/table/view'

export const statuses = [
  STATUS.running,
  STATUS.finished,
  STATUS.scheduled,
  STATUS.stopped,
  STATUS.draft,
] as const satisfies readonly CampaignStatus[]
export const filters = [
  'all',
  'waiting',
  'delivered',
  'answered',
  'failed',
  'optedOut',
  'skipped',
] as const satisfies readonly DeliveryFilter[]

export const CampaignsView = viewSchema(['newest'], { status: v.picklist(statuses) })
export type CampaignsView = v.InferOutput<typeof CampaignsView>

export const ReportView = viewSchema(['latest'], { state: v.picklist(filters) })
export type ReportView = v.InferOutput<typeof ReportView>

export const DashboardView = viewSchema(['newest'], { status: v.picklist(statuses), from: Day, to: Day })
export type DashboardView = v.InferOutput<typeof DashboardView>
