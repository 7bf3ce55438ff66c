/**
 * Handles databases that were deleted or replaced while open. Their company is taken out of service like a damaged one.
 * Its data exist only in the open file, so they are first copied to `set-aside/`.
 */
import { basename, join } from 'node:path'
import { copyOpen, freeName, makeFolder } from '../operator/backup/files'
import { heldFolder } from '../operator/held'
import type { Databases } from '../platform/databases'
import type { Log } from '../platform/log'
import type { Raw } from '../platform/sqlite'
import type { Clock } from '../platform/time'

export type LostFilesDeps = {
  readonly databases: Databases
  readonly stores: { unlinked(): string[]; takeOut(tenantUuid: string): Raw | undefined }
  readonly clock: Clock
  readonly log: Log
  /** Stops what still runs in companies out of service. */
  stopCompanies(): Promise<void>
}

type OpenDatabase = { readonly uuid: string; readonly raw: Raw; readonly folder: string }

export function createLostFiles({ databases, stores, clock, log, stopCompanies }: LostFilesDeps) {
  /** Files not copied yet; on a full disk they wait for space. */
  const held = new Set<OpenDatabase>()
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    const tenants = databases.unlinked()
    const sessions = stores.unlinked()
    const folders = new Map(
      [...new Set([...tenants, ...sessions])].map((uuid) => [
        uuid,
        freeName(heldFolder(databases.dataDir, uuid, clock())),
      ]),
    )
    const keep = (uuid: string, raw: Raw | undefined) => raw && held.add({ uuid, raw, folder: folders.get(uuid) ?? '' })
    for (const uuid of tenants) keep(uuid, databases.takeOut(uuid, gone('tenant.db')))
    for (const uuid of sessions) if (!tenants.includes(uuid)) databases.setAside(uuid, gone('session.db'))
    if (sessions.length > 0) await stopCompanies() // their sessions still write to it until then
    for (const uuid of sessions) keep(uuid, stores.takeOut(uuid))
    for (const one of held) await copy(one)
  }

  async function copy(one: OpenDatabase): Promise<void> {
    const { uuid, raw, folder } = one
    const to = join(folder, basename(raw.name))
    try {
      makeFolder(folder)
      await copyOpen(raw, to)
    } catch (error) {
      return log.error({ err: error, tenant: uuid }, 'could not yet copy the deleted database')
    }
    held.delete(one)
    raw.close()
    log.error({ tenant: uuid, copy: to }, 'copied the deleted database; see balcao doctor')
  }

  return {
    /** Checks every open database. A concurrent call joins the running one. */
    look: (): Promise<void> => {
      looking ??= look().finally(() => {
        looking = undefined
      })
      return looking
    },
    /** Finishes running copies and closes all files, copied or not. */
    async close() {
      await looking
      for (const { raw } of held) raw.close()
    },
  }
}

const gone = (name: string) => `${name} was deleted or replaced while the server had it open`
