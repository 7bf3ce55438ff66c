/** Brings back a deleted company from its folder, where deleting it left its rows of control.db. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { type Databases, tenantFolder } from '../../platform/databases'
import { inControl } from '../../platform/operator-storage'
import type { WritableControl } from '../../platform/sqlite'
import { findCompanyOrFail } from '../../tenancy/companies'
import { type Company, companies } from '../../tenancy/tables'
import { recordNewCompany } from '../acts'
import { namesIn } from '../backup/files'
import { commandStores } from '../claims'
import { claimLogins } from '../logins'
import { Refusal } from '../refusal'
import { asideOf, DELETED } from './aside'

const FILE = 'company.json'

type Row = Readonly<Record<string, string | number | null>>
type CompanyRow = Row & {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly plan_id: number | null
  /** Absent in older backups. */
  readonly next_plan_id: number | null
}
type InvoiceRow = Row & { readonly plan_id: number | null }
/** What names the company in control.db and cannot be made anew. Its sign-ins follow from its users. */
type DeletionRecord = {
  readonly company: CompanyRow
  readonly plans: readonly Row[]
  readonly invoices: readonly InvoiceRow[]
  /** Of its invoices: a payment may still go back. Both are absent in older backups. */
  readonly charges?: readonly Row[]
  readonly oddPayments?: readonly Row[]
  readonly notes?: readonly Row[]
}

/** Called before the rows are deleted. */
export function keepRows(control: WritableControl, id: number, folder: string): void {
  if (!existsSync(folder)) return
  const rows = (table: string, column: string) =>
    control.$client.prepare(`SELECT * FROM ${table} WHERE ${column} = ?`).all(id)
  const [company] = rows('companies', 'id')
  const charges = control.$client
    .prepare('SELECT c.* FROM charges c JOIN invoices i ON i.id = c.invoice_id WHERE i.company_id = ?')
    .all(id)
  const kept = {
    company,
    plans: rows('plans', 'company_id'),
    invoices: rows('invoices', 'company_id'),
    charges,
    oddPayments: rows('odd_payments', 'company_id'),
    notes: rows('company_notes', 'company_id'),
  }
  writeFileSync(join(folder, FILE), JSON.stringify(kept), { mode: 0o600 })
}

type DeletedCompany = { readonly folder: string; readonly kept: DeletionRecord }

/** The newest first. Companies deleted by earlier versions have no rows, and are left out. */
function listDeleted(dataDir: string): DeletedCompany[] {
  const names = namesIn(asideOf(dataDir)).filter((name) => name.startsWith(DELETED))
  return names.reverse().flatMap((name) => {
    const folder = join(asideOf(dataDir), name)
    const path = join(folder, FILE)
    return existsSync(path) ? { folder, kept: JSON.parse(readFileSync(path, 'utf8')) as DeletionRecord } : [] // as `keepRows` wrote it
  })
}

export type RestoredCompany = {
  readonly company: Company
  /** E-mails that meanwhile belong to users of other companies: these people cannot sign in. */
  readonly takenEmails: readonly string[]
  /** Its plan was deleted meanwhile: the company has none. */
  readonly lostPlan: boolean
}

/**
 * `word` is its number or UUID. `mark` is called with the folder before it is the company's. It starts on standby, because what
 * waited when it was deleted may be long outdated.
 */
export async function restoreTenant(
  databases: Databases,
  now: number,
  word: string,
  { mark }: { mark?(folder: string, uuid: string): Promise<void> } = {},
): Promise<RestoredCompany> {
  const control = databases.writableControl()
  const { dataDir } = databases
  const all = listDeleted(dataDir)
  const found = all.find(({ kept: { company } }) => [String(company.id), company.uuid].includes(word.toLowerCase()))
  if (!found) {
    const known = all.map(({ kept: { company } }) => `${company.id} "${company.name}"`)
    throw new Refusal(
      known.length > 0
        ? `No deleted company ${word}. These can be restored: ${known.join(', ')}.`
        : `No deleted company ${word}. Companies can be restored for thirty days.`,
    )
  }
  const { id, uuid } = found.kept.company
  const home = tenantFolder(dataDir, uuid)
  if (existsSync(home)) throw new Refusal(`There is a folder at ${home}. Move it away first.`)
  await mark?.(found.folder, uuid)
  // The folder first: a crash in between leaves a folder that nothing names, but no company without one.
  renameSync(found.folder, home)
  try {
    const db = databases.tenant(uuid)
    const lostPlan = inControl(control, () => insertRows(control, found.kept, now))
    const takenEmails = await claimLogins({ ...commandStores(databases, now), control, db, tenantUuid: uuid })
    rmSync(join(home, FILE))
    const company = findCompanyOrFail(control, id)
    recordNewCompany(databases, now, company, 'restore')
    return { company, takenEmails, lostPlan }
  } catch (error) {
    const isThere = control.$client.prepare('SELECT 1 FROM companies WHERE id = ?').get(id) !== undefined
    if (!isThere) renameSync(home, found.folder)
    throw error
  }
}

/** Returns whether the company's plan is gone. */
function insertRows(control: WritableControl, kept: DeletionRecord, now: number): boolean {
  const { company, plans, invoices, charges = [], oddPayments = [], notes = [] } = kept
  const planIfThere = (id: number | null) =>
    control.$client.prepare('SELECT id FROM plans WHERE id = ?').pluck().get(id) === id ? id : null
  insert(control, 'companies', { ...company, plan_id: null, next_plan_id: null })
  for (const plan of plans) insert(control, 'plans', plan)
  for (const invoice of invoices) insert(control, 'invoices', { ...invoice, plan_id: planIfThere(invoice.plan_id) })
  for (const charge of charges) insert(control, 'charges', charge)
  for (const payment of oddPayments) insert(control, 'odd_payments', payment)
  for (const note of notes) insert(control, 'company_notes', note)
  const planId = planIfThere(company.plan_id)
  // A plan that waited for its date goes with its date.
  const nextPlanId = planIfThere(company.next_plan_id ?? null)
  const next = nextPlanId === null ? { nextPlanId, nextAt: null } : { nextPlanId }
  control
    .update(companies)
    .set({ planId, ...next, standbySince: now })
    .where(eq(companies.id, company.id))
    .run()
  return planId !== company.plan_id
}

/** Columns that this version no longer has are left out. */
function insert(control: WritableControl, table: string, row: Row) {
  const known = control.$client.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table)
  const names = Object.keys(row).filter((name) => known.includes(name))
  control.$client
    .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`)
    .run(row)
}
