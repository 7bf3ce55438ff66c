/** Lists an installation's backups and finds those that contain a company. */
import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { Refusal } from '../refusal'
import { namesIn } from './files'
import { MANIFEST, type Manifest, readManifest } from './manifest'

export type Backup = { readonly name: string; readonly folder: string; readonly manifest: Manifest }

export const backupsFolder = (dataDir: string) => join(dataDir, 'backups')

/** Newest first, without incomplete or unreadable ones. Those that a node of a fleet makes are in a folder of its name. */
export function listBackups(dataDir: string): Backup[] {
  const folder = backupsFolder(dataDir)
  const nodes = namesIn(folder).filter((name) => /^[a-z]/.test(name) && !existsSync(join(folder, name, MANIFEST)))
  const ofNodes = nodes.flatMap((node) =>
    listBackupsIn(join(folder, node)).map((backup) => ({ ...backup, name: join(node, backup.name) })),
  )
  const all = [...listBackupsIn(folder), ...ofNodes]
  return nodes.length === 0 ? all : all.toSorted((a, b) => (basename(a.name) < basename(b.name) ? 1 : -1))
}

/** The same, directly in this folder. */
export function listBackupsIn(folder: string): Backup[] {
  return namesIn(folder)
    .reverse()
    .flatMap((name) => {
      try {
        return name.startsWith('.')
          ? []
          : [{ name, folder: join(folder, name), manifest: readManifest(join(folder, name)) }]
      } catch {
        return []
      }
    })
}

/** `word` is a folder anywhere, or a name from the list. */
export function findBackup(dataDir: string, word: string): string {
  const found = [resolve(word), join(backupsFolder(dataDir), word)].find((folder) => existsSync(join(folder, MANIFEST)))
  if (!found) throw new Refusal(`There is no backup at ${word}. See: balcao backup list`)
  return found
}

/** The newest of the given ones that has a whole copy of the company; the first, which says why not, if none has. */
export function findCopyAmong(folders: readonly string[], uuid: string): string {
  const found = folders
    .map((folder) => ({ folder, manifest: readManifest(folder) }))
    .filter(({ manifest }) => manifest.companies.some((one) => one.uuid === uuid && one.missing === null))
    .toSorted((a, b) => (a.manifest.createdAt < b.manifest.createdAt ? 1 : -1))
  return found[0]?.folder ?? folders[0] ?? ''
}

/** The newest backup with a complete copy of the company. */
export const findBackupOf = (dataDir: string, uuid: string): Backup | undefined =>
  listBackups(dataDir).find(({ manifest }) =>
    manifest.companies.some((company) => company.uuid === uuid && company.missing === null),
  )

/** `2026-11-21T004100Z`: sorts by time and is valid on every file system. */
export const backupName = (now: number) => new Date(now).toISOString().replace(/:/g, '').replace(/\.\d+/, '')
