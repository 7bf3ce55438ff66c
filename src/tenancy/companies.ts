/** A company is a row in control.db and a folder that holds everything else. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { fail } from '../errors'
import type { Tenant } from '../platform/cx'
import type { Databases } from '../platform/databases'
import { instant } from '../platform/formats'
import { type ControlDb, type Db, prepared } from '../platform/sqlite'
import {
  type CompanyPlan,
  type CompanySummary,
  NO_LIMITS,
  OPERATOR_COMPANY,
  type PlanFlag,
  type PlanLimits,
  planFlags,
} from './contract'
import { type Company, companies, type Plan, plans, type StoredCompany } from './tables'

/** The due date of the operator's own company. */
export const NEVER = Date.UTC(2999, 11, 31)

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

export function findCompanyByUuid(control: ControlDb, uuid: string): Company | undefined {
  const row = withPlan(control).where(eq(companies.uuid, uuid)).get()
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
  const { control } = databases
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
export function setCompanyActive(control: ControlDb, id: number, active: boolean): Company {
  findCompanyOrFail(control, id)
  if (id === OPERATOR_COMPANY && !active) fail('ERR_NO_PERMISSION')
  control.update(companies).set({ active }).where(eq(companies.id, id)).run()
  return findCompanyOrFail(control, id)
}

export function setCompanyDue(control: ControlDb, id: number, dueAt: number): void {
  control.update(companies).set({ dueAt }).where(eq(companies.id, id)).run()
}

export const findPlanOrFail = (control: ControlDb, id: number): Plan =>
  control.select().from(plans).where(eq(plans.id, id)).get() ?? fail('ERR_NO_PLAN_FOUND')

/** `planId` null: every feature, no limits. */
export function setCompanyPlan(control: ControlDb, id: number, planId: number | null): Company {
  findCompanyOrFail(control, id)
  const owner = planId === null ? null : findPlanOrFail(control, planId).companyId
  if (owner !== null && owner !== id) fail('ERR_PLAN_OF_OTHER')
  control.update(companies).set({ planId }).where(eq(companies.id, id)).run()
  return findCompanyOrFail(control, id)
}

/** After a payment. `planId` null keeps the plan. */
export function renewCompany(
  control: ControlDb,
  id: number,
  { planId, ...renewal }: Pick<StoredCompany, 'dueAt' | 'dueDay' | 'recurrence' | 'planId'>,
): Company {
  control
    .update(companies)
    .set({ ...renewal, ...(planId !== null && { planId }) })
    .where(eq(companies.id, id))
    .run()
  return findCompanyOrFail(control, id)
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

export function setBillingDetails(control: ControlDb, id: number, details: Partial<BillingDetails>): void {
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
  const { id, uuid, timeZone, language, dueAt, standbySince, plan } = company
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

const lastLogin = (control: ControlDb) =>
  control
    .update(companies)
    .set({ lastLoginAt: sql`${sql.placeholder('now')}` })
    .where(eq(companies.id, sql.placeholder('id')))
    .prepare()
export function noteLogin(control: ControlDb, id: number, now: number): void {
  prepared(control, lastLogin).run({ id, now })
}
