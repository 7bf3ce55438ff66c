/** Deletes a company: its row goes, its folder is kept for thirty days. */
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Doer } from '../../audit/record'
import { recordAct } from '../../audit/record'
import { fail } from '../../errors'
import type { FleetView } from '../../fleet/view'
import type { Cx } from '../../platform/cx'
import { type Databases, tenantFolder } from '../../platform/databases'
import { keeperOf } from '../../platform/files'
import { inControl } from '../../platform/operator-storage'
import type { ControlDb, WritableControl } from '../../platform/sqlite'
import { DAY } from '../../platform/time'
import { findCompanyByUuid, findCompanyOrFail, voidSessions } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { type Company, companies } from '../../tenancy/tables'
import { freeName } from '../backup/files'
import { backupName } from '../backup/list'
import { commandStores, releaseClaimsOf } from '../claims'
import { withExclusiveAccess } from '../handover'
import { asideOf, DELETED } from './aside'
import { keepRows } from './restore'

/** How long a deleted company's folder is kept. */
const KEPT_FOR = 30 * DAY

export type DeletedCompany = { readonly company: Company; readonly setAside: string | null }

type DeleteRequest = {
  readonly databases: Databases
  /** The operator's company, whose audit log records it. */
  readonly cx: Cx
  readonly doer: Doer
  readonly id: number
  /** The company's name, typed. */
  readonly name: string
  /** On a node of a fleet, which has the company. */
  readonly fleet?: Pick<FleetView, 'forget'> | null
}

/** Fails for the operator's own company, and unless the name is the company's. */
export function findDeletable(control: ControlDb, id: number, name: string): Company {
  const company = findCompanyOrFail(control, id)
  if (id === OPERATOR_COMPANY) fail('ERR_NO_PERMISSION')
  return name.trim() === company.name
    ? company
    : fail('ERR_INVALID_INPUT', [{ field: 'name', message: 'form.invalid' }])
}

/** A running server lets go of the folder first, as for any command that works on it. */
export async function deleteTenant({ databases, cx, doer, id, name, fleet }: DeleteRequest): Promise<DeletedCompany> {
  const control = databases.writableControl()
  const { dataDir } = databases
  const company = findDeletable(control, id, name)
  voidSessions(control, id) // also of the company that may come back
  return withExclusiveAccess(dataDir, company.uuid, async () => {
    keepRows(control, id, tenantFolder(dataDir, company.uuid))
    // The row first: a crash in between leaves a folder that nothing names, but no company without one.
    inControl(control, () => {
      leaveCharges(control, company, cx.now())
      control.delete(companies).where(eq(companies.id, id)).run()
    })
    await fleet?.forget(company.uuid)
    await releaseClaimsOf(commandStores(databases, cx.now()), company.uuid)
    cx.transaction((cx) => recordAct(cx, doer, { kind: 'company', act: 'delete', subject: company }))
    return { company, setAside: moveAside(dataDir, company.uuid, cx.now()) }
  })
}

/** A code that was shown can still be paid until the provider has cancelled it; the billing job sees to that. */
function leaveCharges(control: WritableControl, { id, name }: Company, now: number) {
  control.$client
    .prepare(
      `INSERT INTO left_charges (company, provider, reference, external_id, amount, left_at)
       SELECT @name, c.provider, c.reference, c.external_id, c.amount, @now FROM charges c JOIN invoices i ON i.id = c.invoice_id
       WHERE i.company_id = @id AND c.provider <> 'manual' AND (c.status = 'pending' OR c.to_withdraw = 1)`,
    )
    .run({ id, name, now })
}

function moveAside(dataDir: string, uuid: string, now: number): string | null {
  const home = tenantFolder(dataDir, uuid)
  if (!existsSync(home)) return null
  const aside = freeName(join(asideOf(dataDir), `${DELETED}${backupName(now)}-${uuid}`))
  mkdirSync(dirname(aside), { recursive: true, mode: 0o700 })
  renameSync(home, aside)
  return aside
}

/**
 * Removes folders of companies that were deleted thirty days ago, and what a fleet keeps of their files. Until then a company
 * can come back with all of them.
 */
export async function clearDeleted({ dataDir, control }: Pick<Databases, 'dataDir' | 'control'>, now: number) {
  if (!existsSync(asideOf(dataDir))) return
  const young = `${DELETED}${backupName(now - KEPT_FOR)}`
  for (const name of readdirSync(asideOf(dataDir)))
    if (name.startsWith(DELETED) && name < young) {
      const uuid = UUID.exec(name)?.[0]
      const folder = uuid !== undefined && !findCompanyByUuid(control, uuid) && tenantFolder(dataDir, uuid)
      if (folder) await keeperOf(folder)?.forget(folder)
      await rm(join(asideOf(dataDir), name), { recursive: true, force: true })
    }
}
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/
