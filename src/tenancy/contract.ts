/** Company schemas shared by the command line and the screens. */
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

/** The operator's own company. It never expires and cannot be suspended or deleted. */
export const OPERATOR_COMPANY = 1

/** Plan features. Each enables the routes and menu entries marked with it. */
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

/** `features`: a company's plan; null for all. */
export const hasFeature = (features: readonly string[] | null, flag: PlanFlag): boolean =>
  features === null || features.includes(flag)
