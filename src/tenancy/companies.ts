/** A company is a row in control.db and a folder that holds everything else. */
import { and, asc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import { fail } from '../errors'
import type { Tenant } from '../platform/cx'
import type { Databases } from '../platform/databases'
import { instant } from '../platform/formats'
import { type ControlDb, type Db, prepared, type WritableControl } from '../platform/sqlite'
import { DAY } from '../platform/time'
import {
  type CompanyPlan,
  type CompanySummary,
  NO_LIMITS,
  OPERATOR_COMPANY,
  type PlanFlag,
  type PlanLimits,
  planFlags,
} from './contract'
import { NEVER } from './due'
import { give, type PaidTime, withoutNext } from './paid-time'
import { type Company, companies, type Plan, plans, type StoredCompany } from './tables'

const withPlan = (control: ControlDb) =>
  control.select({ company: companies, plan: plans }).from(companies).leftJoin(plans, eq(plans.id, companies.planId))
const toCompany = ({ company, plan }: { company: StoredCompany; plan: Plan | null }): Company => ({ ...company, plan })

export const listCompanies = (control: ControlDb): Company[] =>
  withPlan(control).orderBy(companies.id).all().map(toCompany)

const companyById = (control: ControlDb) =>
  withPlan(control)
    .where(eq(companies.id, sql.placeholder('id')))
    .prepare()
export function findCompany(control: ControlDb, id: number): Company | undefined {
  const row = prepared(control, companyById).get({ id })
  return row && toCompany(row)
}

const companyByUuid = (control: ControlDb) =>
  withPlan(control)
    .where(eq(companies.uuid, sql.placeholder('uuid')))
    .prepare()
export function findCompanyByUuid(control: ControlDb, uuid: string): Company | undefined {
  const row = prepared(control, companyByUuid).get({ uuid })
  return row && toCompany(row)
}

export function findCompanyOrFail(control: ControlDb, id: number): Company {
  return findCompany(control, id) ?? fail('ERR_NO_COMPANY_FOUND')
}

export type NewCompany = Pick<StoredCompany, 'name' | 'dueAt'> &
  Partial<Omit<StoredCompany, 'id' | 'uuid' | 'createdAt'>>

/**
 * Creates the folder first and the row last, so a crash leaves an unused folder but never a company without a file.
 * `settle` runs in the row's transaction, which must be short because the running server writes to control.db too.
 * `uuid` is one that `databases.prepare` has prepared, or a new one, whose database then takes a tenth of a second.
 */
export function createCompany<T>(
  databases: Databases,
  now: number,
  { uuid = crypto.randomUUID(), ...values }: NewCompany & { readonly uuid?: string },
  settle: (company: Company, db: Db) => T,
): T {
  const control = databases.writableControl()
  const db = databases.create(uuid)
  const create = () =>
    settle(
      toCompany({
        company: control
          .insert(companies)
          .values({ ...values, uuid, createdAt: now })
          .returning()
          .get(),
        plan: null,
      }),
      db,
    )
  return control.$client.transaction(create).immediate()
}

/** A suspended company keeps its data and admits nobody. The running server closes its sockets and sessions. */
export function setCompanyActive(control: WritableControl, id: number, active: boolean): Company {
  findCompanyOrFail(control, id)
  if (id === OPERATOR_COMPANY && !active) fail('ERR_NO_PERMISSION')
  control.update(companies).set({ active }).where(eq(companies.id, id)).run()
  if (!active) voidSessions(control, id)
  return findCompanyOrFail(control, id)
}

/** All sessions of the company are over with this commit, whether or not its own file can be written. */
export function voidSessions(control: WritableControl, id: number): void {
  control.update(companies).set({ sessionGeneration: sql`session_generation + 1` }).where(eq(companies.id, id)).run()
}

export function setCompanyDue(control: WritableControl, id: number, dueAt: number): void {
  control.update(companies).set({ dueAt }).where(eq(companies.id, id)).run()
}

export const findPlanOrFail = (control: ControlDb, id: number): Plan =>
  control.select().from(plans).where(eq(plans.id, id)).get() ?? fail('ERR_NO_PLAN_FOUND')

/**
 * The operator's choice, which begins at once and replaces a plan that waits for its date. The due date stays, unless the
 * company leaves a free plan: then it has `NOTICE` to pay. `planId` null: every feature, no limits.
 */
export function setCompanyPlan(control: WritableControl, id: number, planId: number | null, now: number): Company {
  const before = findCompanyOrFail(control, id)
  const plan = planId === null ? null : findPlanOrFail(control, planId)
  if (plan?.companyId != null && plan.companyId !== id) fail('ERR_PLAN_OF_OTHER')
  const endsFree = isFree(before) && plan?.amount !== 0
  const dueAt = endsFree ? Math.max(before.dueAt, now + NOTICE) : before.dueAt
  // The time to pay is given.
  const { givenUntil, paidPrice } = withoutNext(give(paidTimeOf(control, before), { ...before, dueAt }, now), now)
  control
    .update(companies)
    .set({ planId, dueAt, givenUntil, paidPrice, ...noNext })
    .where(eq(companies.id, id))
    .run()
  return findCompanyOrFail(control, id)
}

/** The plan has got a price: the companies that have it get time to pay. */
export function endFreePlan(control: WritableControl, planId: number, now: number): void {
  control
    .update(companies)
    .set({
      dueAt: now + NOTICE,
      givenUntil: sql`${now + NOTICE} - max(0, due_at - max(${now}, ifnull(given_until, 0)))`,
    })
    .where(and(eq(companies.planId, planId), lt(companies.dueAt, now + NOTICE)))
    .run()
}

/** A company that leaves a free plan has this time to pay its first invoice. */
export const NOTICE = 10 * DAY
const noNext = { nextPlanId: null, nextAt: null, nextPaidPrice: 0 }

/** A plan of price zero never expires. */
export const isFree = ({ plan }: Pick<Company, 'plan'>): boolean => plan?.amount === 0

/** When only billing is served any more. */
export const servedUntil = (company: Pick<Company, 'plan' | 'dueAt'>): number =>
  isFree(company) ? NEVER : company.dueAt

export function paidTimeOf(control: ControlDb, company: Company): PaidTime {
  const { dueAt, dueDay, timeZone, paidPrice, givenUntil, plan, nextAt, nextPlanId, nextPaidPrice } = company
  const next =
    nextAt !== null && nextPlanId !== null
      ? { at: nextAt, price: findPlanOrFail(control, nextPlanId).amount, paidPrice: nextPaidPrice }
      : null
  return { dueAt, dueDay, timeZone, price: plan?.amount ?? null, paidPrice, givenUntil, next }
}

type Renewal = Pick<StoredCompany, 'recurrence'> & {
  readonly time: PaidTime
  /** The plan that begins now, or at `time.next.at`. Null keeps both plans. */
  readonly planId: number | null
}
/** After a payment. */
export function renewCompany(control: WritableControl, id: number, { time, planId, recurrence }: Renewal): Company {
  const { dueAt, dueDay, paidPrice, givenUntil, next } = time
  const before = findCompanyOrFail(control, id)
  const now = next ? {} : { ...(planId !== null && { planId }), ...noNext }
  const later = next && {
    nextPlanId: before.nextAt === next.at ? before.nextPlanId : planId,
    nextAt: next.at,
    nextPaidPrice: next.paidPrice,
  }
  control
    .update(companies)
    .set({ dueAt, dueDay, paidPrice, givenUntil, recurrence, ...now, ...later })
    .where(eq(companies.id, id))
    .run()
  return findCompanyOrFail(control, id)
}

/** Whether a next plan begins. */
export const hasNextPlans = (control: ControlDb, now: number): boolean =>
  control.select({ id: companies.id }).from(companies).where(lte(companies.nextAt, now)).limit(1).get() !== undefined

/** Companies whose next plan begins, at most `most`. Each is returned as it was and as it is. */
export function beginNextPlans(control: WritableControl, now: number, most: number) {
  const due = control
    .select({ id: companies.id })
    .from(companies)
    .where(lte(companies.nextAt, now))
    .orderBy(asc(companies.nextAt))
    .limit(most)
    .all()
  return due.map(({ id }) => {
    const before = findCompanyOrFail(control, id)
    const { nextPlanId, nextPaidPrice } = before
    control
      .update(companies)
      .set({ planId: nextPlanId, paidPrice: nextPaidPrice, ...noNext })
      .where(eq(companies.id, id))
      .run()
    return { before, after: findCompanyOrFail(control, id) }
  })
}

export function setCredit(control: WritableControl, id: number, credit: number): void {
  control.update(companies).set({ credit }).where(eq(companies.id, id)).run()
}

export type BillingDetails = Pick<
  StoredCompany,
  | 'document'
  | 'billingName'
  | 'billingStreet'
  | 'billingDistrict'
  | 'billingCity'
  | 'billingState'
  | 'billingZip'
  | 'billingCountry'
>

/** What is undefined stays. */
type NewDetails = { readonly [K in keyof BillingDetails]?: BillingDetails[K] | undefined }
export function setBillingDetails(control: WritableControl, id: number, details: NewDetails): void {
  control.update(companies).set(details).where(eq(companies.id, id)).run()
}

export function showCompanyPlan(plan: Plan): CompanyPlan {
  const { id, name, users, connections, queues, storage, amount, features, usesMenus, menus } = plan
  const flags = Object.fromEntries(planFlags.map((flag) => [flag, features.includes(flag)])) as Record<
    PlanFlag,
    boolean
  > // one for each flag
  return {
    id,
    name,
    users,
    connections,
    queues,
    storage,
    ...flags,
    amount: amount / 100,
    newStructureMenu: usesMenus,
    menus: [...menus],
  }
}

/** The plans that a visitor may sign up for, cheapest first. */
export const listPublicPlans = (control: ControlDb): CompanyPlan[] =>
  control
    .select()
    .from(plans)
    .where(and(eq(plans.isPublic, true), isNull(plans.companyId)))
    .orderBy(plans.amount, plans.id)
    .all()
    .map(showCompanyPlan)

export const featuresOf = ({ plan }: Pick<Company, 'plan'>): readonly PlanFlag[] | null => plan?.features ?? null

export const tenantOf = (company: Company): Tenant => {
  const { id, uuid, timeZone, language, standbySince, plan } = company
  const dueAt = servedUntil(company)
  return { id, uuid, timeZone, language, features: featuresOf(company), limits: limitsOf(plan), dueAt, standbySince }
}

const limitsOf = (plan: Plan | null): PlanLimits =>
  plan ? { users: plan.users, connections: plan.connections, queues: plan.queues, storage: plan.storage } : NO_LIMITS

export const summarizeCompany = (company: Company): CompanySummary => ({
  id: company.id,
  uuidCompany: company.uuid,
  name: company.name,
  status: company.active,
  dueDate: instant(company.dueAt),
  createdAt: instant(company.createdAt),
})
