/** Provides each company's `cx` and folder, and handles errors of work for a company. */
import { type Cx, createCx, type Exits } from '../platform/cx'
import { type Databases, tenantFolder } from '../platform/databases'
import { bringStoredFile, findStoredFile } from '../platform/files'
import { remembered } from '../platform/sqlite'
import type { Clock } from '../platform/time'
import { findCompanyByUuid, tenantOf } from '../tenancy/companies'

export type CompaniesDeps = {
  readonly databases: Databases
  readonly clock: Clock
  readonly exits: Exits
  /** Called before work for a company, which counts as server activity. */
  active(): void
  /** Called when work for a company failed. */
  failed(error: unknown): void
}

export type Companies = ReturnType<typeof createCompanies>

export function createCompanies({ databases, clock, exits, active, failed }: CompaniesDeps) {
  const { control, dataDir } = databases
  const find = remembered(control.$client, (uuid: string) => findCompanyByUuid(control, uuid), ['companies', 'plans'])
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

  /** Takes the company out of service on database damage, and rethrows the error. */
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
    /** For jobs, which may find nothing to do: does not count as server activity. */
    quietly: <T>(uuid: string, work: (cx: Cx) => T): T => guarded(uuid, () => work(quietCxOf(uuid))),
    /** Reads without keeping a closed file open. */
    peek: <T>(uuid: string, read: (cx: Cx) => T): T =>
      guarded(uuid, () => databases.peek(uuid, (db) => read(quietCxOf(uuid, () => db)))),
    /** Path of a stored file; undefined if missing. */
    pathIn: (uuid: string) => (file: string) => findStoredFile(folderOf(uuid), file)?.path,
    bringTo: (uuid: string) => (file: string | null | undefined) => bringStoredFile(folderOf(uuid), file),
  }
}
