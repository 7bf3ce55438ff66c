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

/** What a plan limits; null: no limit. */
export const limitNames = ['users', 'connections', 'queues'] as const
export type LimitName = (typeof limitNames)[number]
export type PlanLimits = Readonly<Record<LimitName, number | null>>
export const NO_LIMITS: PlanLimits = { users: null, connections: null, queues: null }

/** How often a company pays, and the months that a payment renews. */
export const recurrenceMonths = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 } as const
export type Recurrence = keyof typeof recurrenceMonths

/** `features`: a company's plan; null for all. */
export const hasFeature = (features: readonly string[] | null, flag: PlanFlag): boolean =>
  features === null || features.includes(flag)
