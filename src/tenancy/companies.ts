/** A company is a row in control.db and a folder that holds everything else. */
import { eq, sql } from 'drizzle-orm'
import { fail } from '../errors'
import type { Tenant } from '../platform/cx'
import type { Databases } from '../platform/databases'
import { instant } from '../platform/formats'
import { type ControlDb, type Db, prepared } from '../platform/sqlite'
import { type CompanySummary, OPERATOR_COMPANY, type PlanFlag } from './contract'
import { type Company, companies } from './tables'

/** The due date of the operator's own company. */
export const NEVER = Date.UTC(2999, 11, 31)

export const listCompanies = (control: ControlDb): Company[] =>
  control.select().from(companies).orderBy(companies.id).all()

const companyById = (control: ControlDb) =>
  control
    .select()
    .from(companies)
    .where(eq(companies.id, sql.placeholder('id')))
    .prepare()
export const findCompany = (control: ControlDb, id: number): Company | undefined =>
  prepared(control, companyById).get({ id })

export const findCompanyByUuid = (control: ControlDb, uuid: string): Company | undefined =>
  control.select().from(companies).where(eq(companies.uuid, uuid)).get()

export function findCompanyOrFail(control: ControlDb, id: number): Company {
  return findCompany(control, id) ?? fail('ERR_NO_COMPANY_FOUND')
}

/**
 * Creates the folder first and the row last, so a crash leaves an unused folder but never a company without a file.
 * `settle` runs in the row's transaction, which must be short because the running server writes to control.db too.
 */
export function createCompany<T>(
  databases: Databases,
  now: number,
  { name, dueAt }: { name: string; dueAt: number },
  settle: (company: Company, db: Db) => T,
): T {
  const { control } = databases
  const uuid = crypto.randomUUID()
  const db = databases.create(uuid)
  const create = () =>
    settle(control.insert(companies).values({ uuid, name, dueAt, createdAt: now }).returning().get(), db)
  return control.$client.transaction(create).immediate()
}

/** A suspended company keeps its data and admits nobody. The running server closes its sockets and sessions. */
export function setCompanyActive(control: ControlDb, id: number, active: boolean): Company {
  findCompanyOrFail(control, id)
  if (id === OPERATOR_COMPANY && !active) fail('ERR_NO_PERMISSION')
  return (
    control.update(companies).set({ active }).where(eq(companies.id, id)).returning().get() ??
    fail('ERR_NO_COMPANY_FOUND')
  )
}

export function setCompanyDue(control: ControlDb, id: number, dueAt: number): void {
  control.update(companies).set({ dueAt }).where(eq(companies.id, id)).run()
}

/** `features`: plan features; null for all. */
export function setCompanyFeatures(control: ControlDb, id: number, features: readonly PlanFlag[] | null): Company {
  findCompanyOrFail(control, id)
  return (
    control.update(companies).set({ features }).where(eq(companies.id, id)).returning().get() ??
    fail('ERR_NO_COMPANY_FOUND')
  )
}

export const tenantOf = ({ id, uuid, timeZone, language, features, standbySince }: Company): Tenant => ({
  id,
  uuid,
  timeZone,
  language,
  features,
  standbySince,
})

export const summarizeCompany = (company: Company): CompanySummary => ({
  id: company.id,
  uuidCompany: company.uuid,
  name: company.name,
  status: company.active,
  dueDate: instant(company.dueAt),
  createdAt: instant(company.createdAt),
})
