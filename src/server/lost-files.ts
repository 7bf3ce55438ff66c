/**
 * Databases that were deleted or replaced under the running server, which would write into a file without a name until its end.
 * Their company is set aside like a damaged one. What it has lies in the open file alone: it is copied to `set-aside/` first.
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
  /** Stops what still runs in companies that are set aside. */
  stopCompanies(): Promise<void>
}

type Held = { readonly uuid: string; readonly raw: Raw; readonly folder: string }

export function createLostFiles({ databases, stores, clock, log, stopCompanies }: LostFilesDeps) {
  /** Not copied yet; on a full disk they wait for room. */
  const held = new Set<Held>()
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
    if (sessions.length > 0) await stopCompanies() // until then their sessions write to it
    for (const uuid of sessions) keep(uuid, stores.takeOut(uuid))
    for (const one of held) await copy(one)
  }

  async function copy(one: Held): Promise<void> {
    const { uuid, raw, folder } = one
    const to = join(folder, basename(raw.name))
    try {
      makeFolder(folder)
      await copyOpen(raw, to)
    } catch (error) {
      return log.error({ err: error, tenant: uuid }, 'what was in the deleted database is not copied yet')
    }
    held.delete(one)
    raw.close()
    log.error({ tenant: uuid, copy: to }, 'what was in the deleted database has been copied; see balcao doctor')
  }

  return {
    /** Looks at every open database; a second call while one is under way joins it. */
    look: (): Promise<void> => {
      looking ??= look().finally(() => {
        looking = undefined
      })
      return looking
    },
    /** Ends the copies under way. What could not be copied is closed all the same. */
    async close() {
      await looking
      for (const { raw } of held) raw.close()
    },
  }
}

const gone = (name: string) => `${name} was deleted or replaced while the server had it open`
