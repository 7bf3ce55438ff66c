/** A company's `session.db`: credentials and keys of its messenger sessions, separate from its other data. */
import { existsSync, linkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createEncryption, type Encryption } from '../../platform/encryption'
import { getOrMake } from '../../platform/maps'
import { checkpoint, isStorageFull, isUnlinked, keepInMemory, openSqlite, type Raw } from '../../platform/sqlite'
import { encryptStored } from '../whatsapp/storage/encrypted-rows'
import { sessionSchema } from '../whatsapp/storage/session-schema'

export const SESSION_ID = 0x42616c73 // "Bals"

/** Small cache: rows are read by key, a few per person who writes, and every company has such a file. */
const CACHE_KIB = 256

export const sessionPath = (folder: string) => join(folder, 'session.db')

/** Encrypts the credentials in all session stores; derived from the installation's secret. */
export const SESSION_PURPOSE = 'messenger sessions'
export const sessionEncryption = (secret: Uint8Array): Encryption => createEncryption(secret, SESSION_PURPOSE)

export function openSessionStore(folder: string, tenantUuid: string, encryption: Encryption): Raw {
  const path = sessionPath(folder)
  if (!existsSync(path)) createStore(path, tenantUuid)
  const store = openFile(path, tenantUuid, false)
  keepInMemory(store, CACHE_KIB)
  encryptStored(store, tenantUuid, encryption)
  return store
}

const openFile = (path: string, tenantUuid: string, create: boolean): Raw =>
  openSqlite(path, sessionSchema, { applicationId: SESSION_ID, identity: tenantUuid }, { create })

/**
 * Created under another name and linked when complete: an empty file, left by a full disk or a kill, would count as
 * damaged from then on. A hard link, because another process may be faster. On file systems without links it is created
 * in place.
 */
function createStore(path: string, tenantUuid: string): void {
  const made = `${path}.${process.pid}`
  try {
    const store = openFile(made, tenantUuid, true)
    try {
      checkpoint(store)
    } finally {
      store.close()
    }
    try {
      linkSync(made, path)
    } catch (error) {
      if (isStorageFull(error)) throw error
      openFile(path, tenantUuid, true).close()
    }
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(`${made}${end}`, { force: true })
  }
}

export type SessionStores = ReturnType<typeof createSessionStores>

export type SessionStoresDeps = {
  folderOf(tenantUuid: string): string
  readonly encryption: Encryption
  /** Throws while the company's folder is not this process's, such as while a command has it. */
  requireAvailable(tenantUuid: string): void
}

/** The open session stores, one per company, opened on first use. */
export function createSessionStores({ folderOf, encryption, requireAvailable }: SessionStoresDeps) {
  const stores = new Map<string, Raw>()
  const openStore = (uuid: string): Raw => {
    requireAvailable(uuid)
    return openSessionStore(folderOf(uuid), uuid, encryption)
  }
  return {
    open: (uuid: string): Raw => getOrMake(stores, uuid, () => openStore(uuid)),
    close(uuid: string) {
      stores.get(uuid)?.close()
      stores.delete(uuid)
    },
    /** The companies whose open store was deleted or replaced. */
    unlinked: (): string[] => [...stores].flatMap(([uuid, store]) => (isUnlinked(store) ? [uuid] : [])),
    /** Removes a company's store from the map; the caller closes it. */
    takeOut(uuid: string): Raw | undefined {
      const store = stores.get(uuid)
      stores.delete(uuid)
      return store
    },
    closeAll() {
      for (const store of stores.values()) store.close()
    },
  }
}
