/** Companies, as the operator's command line and the screens know them. */
import * as v from 'valibot'
import { Id, Instant } from '../platform/formats'

export const CompanySummary = v.object({
  id: Id,
  uuidCompany: v.string(),
  name: v.string(),
  status: v.boolean(),
  dueDate: Instant,
  createdAt: Instant,
})
export type CompanySummary = v.InferOutput<typeof CompanySummary>

/** The operator's own: it never expires, and cannot be suspended or deleted. */
export const OPERATOR_COMPANY = 1

/** The features that a plan has or has not; each opens the routes and the menu entries marked with it. */
export const planFlags = [
  'useWhatsapp',
  'useFacebook',
  'useInstagram',
  'useCampaigns',
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
  'useIntegrations',
] as const
export type PlanFlag = (typeof planFlags)[number]

/** `features` of a company; null: it has all of them. */
export const hasFeature = (features: readonly string[] | null, flag: PlanFlag): boolean =>
  features === null || features.includes(flag)
