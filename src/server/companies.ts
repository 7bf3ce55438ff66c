/** Where actions happen: each company's `cx` and folder, and what becomes of errors met while working for it. */
import { type Cx, createCx, type Exits } from '../platform/cx'
import { type Databases, tenantFolder } from '../platform/databases'
import { findStoredFile } from '../platform/files'
import { remembered } from '../platform/sqlite'
import type { Clock } from '../platform/time'
import { findCompanyByUuid, tenantOf } from '../tenancy/companies'

export type CompaniesDeps = {
  readonly databases: Databases
  readonly clock: Clock
  readonly exits: Exits
  /** Something is done for a company; measured as work of the server. */
  active(): void
  /** Something done for a company failed. */
  failed(error: unknown): void
}

export type Companies = ReturnType<typeof createCompanies>

export function createCompanies({ databases, clock, exits, active, failed }: CompaniesDeps) {
  const { control, dataDir } = databases
  const find = remembered(control.$client, (uuid: string) => findCompanyByUuid(control, uuid), ['companies'])
  const folderOf = (uuid: string) => tenantFolder(dataDir, uuid)

  const quietCxOf = (uuid: string, openDb = () => databases.tenant(uuid)): Cx => {
    const company = find(uuid)
    if (!company) throw new Error(`no company ${uuid}`)
    return createCx(tenantOf(company), openDb, clock, exits)
  }
  const cxOf = (uuid: string): Cx => {
    active()
    return quietCxOf(uuid)
  }

  /** Database damage met while working for a company takes that company out of service; the error is rethrown. */
  const guarded = <T>(uuid: string, act: () => T): T => {
    try {
      return act()
    } catch (error) {
      databases.noteDamage(uuid, error)
      failed(error)
      throw error
    }
  }

  return {
    find,
    folderOf,
    cxOf,
    isActive: (uuid: string): boolean => find(uuid)?.active ?? false,
    working: <T>(uuid: string, work: (cx: Cx) => T): T => guarded(uuid, () => work(cxOf(uuid))),
    /** The same for a job, which may find nothing to do: it does not count as work of the server by itself. */
    quietly: <T>(uuid: string, work: (cx: Cx) => T): T => guarded(uuid, () => work(quietCxOf(uuid))),
    /** Only reads, and leaves a closed file closed. */
    peek: <T>(uuid: string, read: (cx: Cx) => T): T =>
      guarded(uuid, () => databases.peek(uuid, (db) => read(quietCxOf(uuid, () => db)))),
    /** The path of a stored file of the company; undefined where it is not there. */
    pathIn: (uuid: string) => (file: string) => findStoredFile(folderOf(uuid), file)?.path,
  }
}
