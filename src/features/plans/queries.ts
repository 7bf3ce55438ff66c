import { asc, count, eq, or } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Databases } from '../../platform/databases'
import { instant } from '../../platform/formats'
import { fits, needleOf } from '../../platform/needle'
import { listingOf, type Page, pageOf } from '../../platform/pages'
import type { ControlDb } from '../../platform/sqlite'
import { showCompanyPlan } from '../../tenancy/companies'
import type { CountWaiting } from '../../tenancy/lifecycle'
import { companies, type Plan, plans } from '../../tenancy/tables'
import { readPlanned, readUsage } from '../../tenancy/usage'
import { MOST_OVER, type OverLimit, type OverLimits, overIn, type PlanHolder, type PlanSummary } from './contract'

export const showPlan = (plan: Plan): PlanSummary => ({
  ...showCompanyPlan(plan),
  isPublic: plan.isPublic,
  companyId: plan.companyId,
  createdAt: instant(plan.createdAt),
  updatedAt: instant(plan.updatedAt),
})

export const countPlans = (control: ControlDb): number => control.select({ n: count() }).from(plans).get()?.n ?? 0

/** With companies for which the plan begins later. */
export const countHolders = (control: ControlDb, planId: number): number =>
  control
    .select({ n: count() })
    .from(companies)
    .where(or(eq(companies.planId, planId), eq(companies.nextPlanId, planId)))
    .get()?.n ?? 0

/** With the number of companies of each. There are a few hundred at most. */
export function listPlans(
  control: ControlDb,
  { search = '', page, size }: { readonly search?: string | undefined; readonly page: number; readonly size?: number },
): Page<PlanSummary> {
  const needle = needleOf(search)
  const found = control
    .select()
    .from(plans)
    .orderBy(asc(plans.id))
    .all()
    .filter(({ name }) => fits(needle, name))
  const { rows, ...rest } = pageOf(listingOf(found), page, size)
  const holders = new Map(
    control
      .select({ id: companies.planId, n: count() })
      .from(companies)
      .groupBy(companies.planId)
      .all()
      .map(({ id, n }) => [id, n]),
  )
  return { ...rest, rows: rows.map((plan) => ({ ...showPlan(plan), companiesCount: holders.get(plan.id) ?? 0 })) }
}

/** Companies that have more than their plan allows. Their files are read only after they have changed. */
export async function listOverLimit(databases: Databases): Promise<v.InferOutput<typeof OverLimits>> {
  const limited = databases.control
    .select({ id: companies.id, uuid: companies.uuid, name: companies.name, plan: plans })
    .from(companies)
    .innerJoin(plans, eq(companies.planId, plans.id))
    .orderBy(asc(companies.id))
    .all()
  const used = await readUsage(databases, limited)
  const over = limited.flatMap(({ id, name, plan }): OverLimit[] => {
    const has = used.get(id)
    const limits = has ? overIn(has, plan) : []
    return limits.length > 0 ? [{ planId: plan.id, company: { id, name }, limits }] : []
  })
  return { records: over.slice(0, MOST_OVER), hasMore: over.length > MOST_OVER }
}

/** The companies on a plan, with their usage of each limit, and what stops when the plan loses a feature. */
export async function listHolders(
  databases: Databases,
  plan: Plan,
  counts: readonly CountWaiting[],
): Promise<PlanHolder[]> {
  const rows = databases.control
    .select()
    .from(companies)
    .where(eq(companies.planId, plan.id))
    .orderBy(asc(companies.id))
    .all()
  const used = await readUsage(databases, rows)
  const planned = await readPlanned(databases, rows, counts)
  return rows.map(({ id, name, document, active }) => ({
    id,
    name,
    document,
    status: active,
    used: used.get(id) ?? null,
    planned: planned.get(id) ?? null,
  }))
}
