/** The backups in the data folder that have a company. */
import { join } from 'node:path'
import { namesIn } from '../backup/files'
import { backupsFolder } from '../backup/list'
import { readManifest } from '../backup/manifest'
import type { CompanyBackup } from './contract'

type Kept = ReadonlyMap<string, Omit<CompanyBackup, 'name'>>

/** Lists a company's backups, the newest first. Manifests never change, and name every file: each is read once. */
export function createBackupList(dataDir: string) {
  const kept = new Map<string, Kept | null>()
  return async (uuid: string): Promise<CompanyBackup[]> => {
    const found: CompanyBackup[] = []
    for (const name of namesIn(backupsFolder(dataDir)).reverse()) {
      if (name.startsWith('.')) continue
      const folder = join(backupsFolder(dataDir), name)
      if (!kept.has(folder)) {
        await new Promise(setImmediate) // a manifest may have a hundred thousand files
        kept.set(folder, read(folder))
      }
      const own = kept.get(folder)?.get(uuid)
      if (own) found.push({ name, ...own })
    }
    return found
  }
}

function read(folder: string): Kept | null {
  try {
    const { createdAt, companies, files } = readManifest(folder)
    const bytes = new Map<string, number>()
    for (const [name, { size }] of Object.entries(files)) {
      const uuid = /^tenants\/([^/]+)\//.exec(name)?.[1]
      if (uuid !== undefined) bytes.set(uuid, (bytes.get(uuid) ?? 0) + size)
    }
    return new Map(
      companies.map(({ uuid, missing, counts }) => [
        uuid,
        { createdAt, isComplete: missing === null, bytes: bytes.get(uuid) ?? 0, messages: counts?.messages ?? null },
      ]),
    )
  } catch {
    return null // incomplete or unreadable
  }
}
