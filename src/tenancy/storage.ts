/** Bytes of the files that a company stores, counted as they come and go, and what its people may add. */
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fail } from '../errors'
import type { Cx, Tenant } from '../platform/cx'
import { leavesSpace } from '../platform/disk-space'
import { changedFolders, keeperOf, storedChange, takeStoredChange } from '../platform/files'
import { createAllowance } from '../platform/limiter'
import { execute, getValue } from '../platform/sql'
import type { Db } from '../platform/sqlite'
import { type Clock, HOUR, SECOND } from '../platform/time'
import type { UploadRoom } from '../platform/upload-room'
import { GIGABYTE, levelOf, type StorageLevel, storageChanged } from './contract'

/** Bytes that one person, or one API token, may upload in an hour. */
export const MOST_BYTES_AN_HOUR = GIGABYTE

/** Selects a row while the files are not counted yet: after an upgrade, and after each round over the files. */
export const UNCOUNTED = 'SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM stored_bytes)'

/** Incoming files count and are never refused. 0 until the files are counted. */
export const storedBytes = (db: Db, folder: string): number =>
  Math.max(0, Number(getValue(db, 'SELECT bytes FROM stored_bytes') ?? 0) + storedChange(folder))

/** Null: no limit. */
export const storageLimit = ({ limits }: Pick<Tenant, 'limits'>): number | null =>
  typeof limits.storage === 'number' ? limits.storage * GIGABYTE : null

/** Makes the next `countStored` due, which removes what a crash or a command left uncounted. */
export const recountStored = (cx: Cx): void => cx.transaction(({ db }) => void execute(db, 'DELETE FROM stored_bytes'))

/** Reads the sizes off the event loop. */
export async function countStored(cx: Cx, folder: string): Promise<void> {
  takeStoredChange(folder)
  const bytes = await (keeperOf(folder)?.countBytes(folder) ?? countOnDisk(folder))
  cx.transaction(({ db }) => {
    const whole = Math.max(0, bytes + takeStoredChange(folder))
    execute(
      db,
      'INSERT INTO stored_bytes (id, bytes) VALUES (1, ?) ON CONFLICT DO UPDATE SET bytes = excluded.bytes',
      whole,
    )
  })
}

async function countOnDisk(folder: string): Promise<number> {
  const media = join(folder, 'media')
  let bytes = 0
  for (const home of await namesIn(media))
    if (/^[0-9a-f]{2}$/.test(home))
      for (const name of await namesIn(join(media, home))) bytes += await sizeOf(join(media, home, name))
  return bytes
}

const namesIn = (path: string): Promise<string[]> => readdir(path).catch(() => [])
const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0, // it was removed meanwhile
  )

/** Stores the change since it was stored last, and reports a new level to the administrators. */
function store(cx: Cx, folder: string) {
  if (storedChange(folder) === 0) return
  const known = getValue(cx.db, 'SELECT bytes FROM stored_bytes')
  if (known === undefined) return // `countStored` begins with these, too
  const before = Number(known)
  const limit = storageLimit(cx.tenant)
  const used = storedBytes(cx.db, folder)
  cx.transaction((cx) => {
    execute(cx.db, 'UPDATE stored_bytes SET bytes = ?', used)
    if (levelOf(before, limit) !== levelOf(used, limit))
      cx.emit(
        storageChanged({ storage: { used, limit, level: levelOf(used, limit) } }),
        ({ profile }) => profile === 'admin',
      )
  })
  takeStoredChange(folder)
}

type Deps = {
  readonly clock: Clock
  cxOf(tenantUuid: string): Cx
  folderOf(tenantUuid: string): string
}

export type Storage = ReturnType<typeof createStorage>

declare module '../platform/module' {
  interface Services {
    readonly storage: Storage
  }
}

export function createStorage({ clock, cxOf, folderOf }: Deps) {
  const allowance = createAllowance(clock, { most: MOST_BYTES_AN_HOUR, window: HOUR })
  /** Bytes of unfinished uploads, by company. */
  const coming = new Map<string, number>()

  function requireQuota(uuid: string, more: number) {
    const { db, tenant } = cxOf(uuid)
    const limit = storageLimit(tenant)
    if (limit === null) return
    const used = storedBytes(db, folderOf(uuid))
    if (used + (coming.get(uuid) ?? 0) + more > limit) fail('ERR_STORAGE_QUOTA', { used, limit })
  }

  return {
    /** `userId`: a person's; negative for a token; 0 for what answers by itself, which has no bound of its own. */
    roomOf({ tenantUuid, userId }: { readonly tenantUuid: string; readonly userId: number }): UploadRoom {
      const uploader = `${tenantUuid} ${userId}`
      const tooMuch = (wait: number) =>
        fail('ERR_UPLOAD_RATE', { most: MOST_BYTES_AN_HOUR, retryAfter: Math.ceil(wait / SECOND) })
      return {
        begin(announced) {
          if (!leavesSpace(folderOf(tenantUuid), announced)) fail('ERR_STORAGE_FULL')
          const { uses, until } = allowance.left(uploader)
          if (userId !== 0 && announced > uses) tooMuch(until)
          requireQuota(tenantUuid, announced)
          let own = 0
          return {
            take(bytes) {
              const wait = userId === 0 ? 0 : allowance.take(uploader, bytes)
              if (wait > 0) tooMuch(wait)
              requireQuota(tenantUuid, bytes)
              own += bytes
              coming.set(tenantUuid, (coming.get(tenantUuid) ?? 0) + bytes)
            },
            end() {
              const left = (coming.get(tenantUuid) ?? 0) - own
              if (left > 0) coming.set(tenantUuid, left)
              else coming.delete(tenantUuid)
              own = 0
              store(cxOf(tenantUuid), folderOf(tenantUuid))
            },
          }
        },
      }
    },
    /** What the company's administrators see. */
    read(cx: Cx): StorageLevel {
      const limit = storageLimit(cx.tenant)
      const used = storedBytes(cx.db, folderOf(cx.tenant.uuid))
      return { used, limit, level: levelOf(used, limit) }
    },
    /** When the company leaves this node of a fleet. */
    store(tenantUuid: string) {
      store(cxOf(tenantUuid), folderOf(tenantUuid))
    },
    /** When the server closes. */
    storeAll(isHere: (tenantUuid: string) => boolean) {
      for (const folder of changedFolders())
        if (folderOf(basename(folder)) === folder && isHere(basename(folder))) store(cxOf(basename(folder)), folder)
    },
  }
}
