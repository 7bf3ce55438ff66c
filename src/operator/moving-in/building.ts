/** A company's database that stands aside while it is filled, and then takes its place in one step. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openTenantAt, tenantFolder, tenantPath, writeTenantFile } from '../../platform/databases'
import { checkpoint, type Db, keepInMemory } from '../../platform/sqlite'
import { copyDatabase, makeFolder, syncToDisk } from '../backup/files'

/** Slices touch the same indexes again and again. */
const CACHE_KIB = 64_000
/** Also on a node of a fleet, which otherwise keeps logs until they are shipped: nothing ships what stands aside. */
const CHECKPOINT_FRAMES = 1000

/** Until it is put in place, a crash of the machine begins it anew, so nothing waits for the disk. */
function openAside(path: string, uuid: string): Db {
  const db = openTenantAt(path, uuid, { create: false })
  db.$client.pragma('synchronous = OFF')
  db.$client.pragma(`wal_autocheckpoint = ${CHECKPOINT_FRAMES}`)
  keepInMemory(db.$client, CACHE_KIB)
  return db
}

/** Goes on with what an earlier process built; what cannot be opened begins anew. */
export async function openNewCompany(folder: string, uuid: string): Promise<Db> {
  const path = join(folder, 'tenant.db')
  if (existsSync(path)) {
    try {
      return openAside(path, uuid)
    } catch {
      rmSync(folder, { recursive: true, force: true }) // it was killed while it wrote the empty file
    }
  }
  mkdirSync(join(folder, 'media'), { recursive: true, mode: 0o700 })
  await writeTenantFile(path, uuid)
  return openAside(path, uuid)
}

/** A copy of a company's database, which goes on being used. */
export async function openCopy(from: string, path: string, uuid: string): Promise<Db> {
  rmSync(dirname(path), { recursive: true, force: true })
  makeFolder(dirname(path))
  await copyDatabase(from, path)
  return openAside(path, uuid)
}

/** Complete in one file, and on the disk. */
export function finishAside(db: Db): void {
  const path = db.$client.name
  db.$client.pragma('synchronous = FULL')
  checkpoint(db.$client)
  db.$client.close()
  syncToDisk(path)
  syncToDisk(dirname(path))
}

export function putFolderInPlace(dataDir: string, folder: string, uuid: string): void {
  const home = tenantFolder(dataDir, uuid)
  makeFolder(dirname(home))
  renameSync(folder, home)
  syncToDisk(dirname(home))
}

/** Nobody has the company's database open. Its write-ahead log is emptied first, because it would be read into the new file. */
export function putFileInPlace(dataDir: string, path: string, uuid: string): void {
  const home = tenantPath(dataDir, uuid)
  const replaced = openTenantAt(home, uuid, { create: false })
  checkpoint(replaced.$client)
  replaced.$client.close()
  for (const ending of ['-wal', '-shm']) rmSync(`${home}${ending}`, { force: true })
  renameSync(path, home)
  syncToDisk(dirname(home))
}
