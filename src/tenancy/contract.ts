/** Company schemas shared by the command line and the screens. */
import * as v from 'valibot'
import { defineEvent } from '../platform/events'
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
/** `storage`: gigabytes of files. */
export type PlanLimits = Readonly<Record<LimitName | 'storage', number | null>>
export const NO_LIMITS: PlanLimits = { users: null, connections: null, queues: null, storage: null }

export const GIGABYTE = 1_000_000_000

/** From 80 % of the plan's storage on, administrators are warned; from all of it on, uploads are refused. */
export const storageLevels = ['fine', 'near', 'full'] as const
export type StorageLevelName = (typeof storageLevels)[number]
const NEAR = 0.8
export const levelOf = (used: number, limit: number | null): StorageLevelName =>
  limit === null || used < NEAR * limit ? 'fine' : used < limit ? 'near' : 'full'

/** Bytes of a company's files; `limit` null: none. */
export const StorageLevel = v.object({
  used: v.number(),
  limit: v.nullable(v.number()),
  level: v.picklist(storageLevels),
})
export type StorageLevel = v.InferOutput<typeof StorageLevel>
/** The company's files reached another level; for its administrators. */
export const storageChanged = defineEvent('storage.update', v.object({ storage: StorageLevel }), { whileOverdue: true })

/** How often a company pays, and the months that a payment renews. */
export const recurrenceMonths = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 } as const
export type Recurrence = keyof typeof recurrenceMonths

/** When a plan that is chosen at the checkout begins: at once, or at the due date. */
export const starts = ['now', 'due'] as const
export type Starts = (typeof starts)[number]

/** `features`: a company's plan; null for all. */
export const hasFeature = (features: readonly string[] | null, flag: PlanFlag): boolean =>
  features === null || features.includes(flag)

/** What stops when the plan loses the feature: running and scheduled campaigns, pending schedules. */
export const plannedBy = { campaigns: 'useCampaigns', schedules: 'useSchedules' } as const satisfies Record<
  string,
  PlanFlag
>
export type PlannedName = keyof typeof plannedBy
export const plannedNames = Object.keys(plannedBy) as PlannedName[] // the keys of a literal are its type's keys
export const PlannedCounts = v.object({ campaigns: v.number(), schedules: v.number() })
export type PlannedCounts = v.InferOutput<typeof PlannedCounts>

/** Menu entries have numbers; plans choose among the first 28. */
export const LAST_MENU = 28
/** Tickets, contacts, connections, settings and finance: every plan has them. */
export const fixedMenus: readonly number[] = [1, 4, 19, 23, 27]

const Limit = v.nullable(v.number())
const flagFields = Object.fromEntries(planFlags.map((flag) => [flag, v.boolean()])) as {
  [F in PlanFlag]: v.BooleanSchema<undefined>
} // one for each flag

/** What the people of a company know of their plan. */
export const CompanyPlan = v.object({
  id: Id,
  name: v.string(),
  /** Null: no limit, as for the two below. */
  users: Limit,
  connections: Limit,
  queues: Limit,
  /** Gigabytes of files; null: no limit. */
  storage: Limit,
  /** Reais for each month. */
  amount: v.number(),
  ...flagFields,
  /** Its entries of the menu are those of `menus`, and its features follow from them. */
  newStructureMenu: v.boolean(),
  menus: v.array(v.number()),
})
export type CompanyPlan = v.InferOutput<typeof CompanyPlan>

/** Whether the plan shows a menu entry. Entries above the last one are not for plans to choose. */
export const hasMenu = (plan: Pick<CompanyPlan, 'newStructureMenu' | 'menus'> | null, menu: number): boolean =>
  plan === null || !plan.newStructureMenu || menu > LAST_MENU || fixedMenus.includes(menu) || plan.menus.includes(menu)

/** The company has another plan, or its plan was changed; null: every feature, no limits. */
export const companyPlanChanged = defineEvent('plan.update.company', v.object({ plan: v.nullable(CompanyPlan) }), {
  whileOverdue: true,
})

/** Companies or their plans were changed: the operator's lists ask again. */
export const companiesChanged = defineEvent('companies.reload', v.object({}))
