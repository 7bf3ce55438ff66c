/** Where actions happen: each company's `cx` and folder, and what becomes of errors met while working for it. */
import { type Cx, createCx, type Exits } from '../platform/cx'
import { type Databases, tenantFolder } from '../platform/databases'
import { findStoredFile } from '../platform/files'
import type { Log } from '../platform/log'
import { remembered } from '../platform/sqlite'
import type { Clock } from '../platform/time'
import { findCompanyByUuid, listCompanies, tenantOf } from '../tenancy/companies'
import type { Company } from '../tenancy/tables'

export type Visit = (cx: Cx, company: Company) => void

export type CompaniesDeps = {
  readonly databases: Databases
  readonly clock: Clock
  readonly exits: Exits
  readonly log: Log
  /** Something is done for a company; measured as work of the server. */
  active(): void
  /** Something done for a company failed. */
  failed(error: unknown): void
}

/** Visits that take less together have found nothing to do, in milliseconds. */
const NOTHING = 3

export type Companies = ReturnType<typeof createCompanies>

export function createCompanies({ databases, clock, exits, log, active, failed }: CompaniesDeps) {
  const { control, dataDir } = databases
  const find = remembered(control.$client, (uuid: string) => findCompanyByUuid(control, uuid), ['companies'])
  const listed = remembered(control.$client, () => listCompanies(control), ['companies'])
  const folderOf = (uuid: string) => tenantFolder(dataDir, uuid)

  const quietCxOf = (uuid: string): Cx => {
    const company = find(uuid)
    if (!company) throw new Error(`no company ${uuid}`)
    return createCx(tenantOf(company), () => databases.tenant(uuid), clock, exits)
  }
  const cxOf = (uuid: string): Cx => {
    active()
    return quietCxOf(uuid)
  }

  /** Database damage met while working for a company takes that company out of service; the error is rethrown. */
  const working = <T>(uuid: string, work: (cx: Cx) => T, cx = cxOf): T => {
    try {
      return work(cx(uuid))
    } catch (error) {
      databases.noteDamage(uuid, error)
      failed(error)
      throw error
    }
  }

  const each = async (isMeant: (uuid: string) => boolean, visit: Visit): Promise<void> => {
    let since = performance.now()
    for (const company of listed(null)) {
      if (!company.active || !isMeant(company.uuid)) continue
      try {
        working(company.uuid, (cx) => visit(cx, company), quietCxOf)
      } catch (error) {
        log.error({ err: error, tenant: company.uuid }, 'company could not be visited')
      }
      // Most visits find nothing to do: they neither count nor yield, or a server at rest would never be.
      if (performance.now() - since < NOTHING) continue
      active()
      await new Promise(setImmediate)
      since = performance.now()
    }
  }

  return {
    find,
    folderOf,
    cxOf,
    working,
    /** The path of a stored file of the company; undefined where it is not there. */
    pathIn: (uuid: string) => (file: string) => findStoredFile(folderOf(uuid), file)?.path,
    /** Visits every active company whose file opens, one after the other, yielding to the event loop in between. */
    each: (visit: Visit) => each(databases.isAvailable, visit),
    /** The same, but only for companies whose file is open: those with a live session or a recent request. */
    eachOpen: (visit: Visit) => each(databases.isOpen, visit),
  }
}
