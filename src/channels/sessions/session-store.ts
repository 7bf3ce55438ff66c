/** A company's `session.db`: credentials and keys of its messenger sessions, apart from everything else of the company. */
import { existsSync, linkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createEncryption, type Encryption } from '../../platform/encryption'
import { getOrMake } from '../../platform/maps'
import { checkpoint, isStorageFull, isUnlinked, keepInMemory, openSqlite, type Raw } from '../../platform/sqlite'
import { encryptStored } from '../whatsapp/storage/encrypted-rows'
import { sessionMigrations } from '../whatsapp/storage/session-schema'

export const SESSION_ID = 0x42616c73 // "Bals"

/** Rows by their keys, a few for each person who writes: it is opened in each company, and seldom large. */
const CACHE_KIB = 256

export const sessionPath = (folder: string) => join(folder, 'session.db')

/** From the installation's secret: for the credentials in all session stores. */
export const sessionEncryption = (secret: Uint8Array): Encryption => createEncryption(secret, 'messenger sessions')

export function openSessionStore(folder: string, tenantUuid: string, encryption: Encryption): Raw {
  const path = sessionPath(folder)
  if (!existsSync(path)) createStore(path, tenantUuid)
  const store = openFile(path, tenantUuid, false)
  keepInMemory(store, CACHE_KIB)
  encryptStored(store, tenantUuid, encryption)
  return store
}

const openFile = (path: string, tenantUuid: string, create: boolean): Raw =>
  openSqlite(path, sessionMigrations, { applicationId: SESSION_ID, identity: tenantUuid }, { create })

/**
 * Put in its place when it is complete: an empty file, as a full disk or a kill leaves it, would count as damaged from then
 * on. A link, because another process may have been quicker. Not every file system knows links: there it is made in its place.
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

/** The open session stores of all companies: one each, opened when first asked for. */
export function createSessionStores(folderOf: (tenantUuid: string) => string, encryption: Encryption) {
  const stores = new Map<string, Raw>()
  return {
    open: (uuid: string): Raw => getOrMake(stores, uuid, () => openSessionStore(folderOf(uuid), uuid, encryption)),
    close(uuid: string) {
      stores.get(uuid)?.close()
      stores.delete(uuid)
    },
    /** The companies whose open store was deleted or replaced. */
    unlinked: (): string[] => [...stores].flatMap(([uuid, store]) => (isUnlinked(store) ? [uuid] : [])),
    /** Forgets a company's store without closing it, which is left to the caller. */
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
