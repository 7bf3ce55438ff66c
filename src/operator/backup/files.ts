/** Copies files into and out of backups. */
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { chmod } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { findStoredFile, type Sha256 } from '../../platform/files'
import { SECOND } from '../../platform/time'

/**
 * Copies all pages in one step: a stepwise copy restarts at each write of the running server and would never end. It
 * does not block writers.
 */
const ALL_PAGES = 0x7fffffff

/** Copies a database, which may be in use, to a single file without a write-ahead log. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  makeFolder(dirname(to))
  const source = new Sqlite(from, { readonly: true, fileMustExist: true, timeout: 10 * SECOND })
  try {
    await source.backup(to, { progress: () => ALL_PAGES })
  } finally {
    source.close()
  }
  const copy = new Sqlite(to)
  try {
    copy.pragma('journal_mode = DELETE')
  } finally {
    copy.close()
  }
  await chmod(to, 0o600)
  syncToDisk(to)
}

/** Copies an open database whose file may have been deleted, yielding between small steps. */
export async function copyOpen(source: Sqlite.Database, to: string): Promise<void> {
  await source.backup(to, { progress: () => PAGES_AT_ONCE })
  await chmod(to, 0o600)
  syncToDisk(to)
}
const PAGES_AT_ONCE = 250

/** Stored files never change, so on the same disk a hard link is a free copy. */
export function linkOrCopy(from: string, to: string): void {
  makeFolder(dirname(to))
  try {
    linkSync(from, to)
  } catch {
    copyFile(from, to)
  }
}

/** Copies with our own permissions: an archive may be read-only or world-readable. */
export function copyFile(from: string, to: string): void {
  makeFolder(dirname(to))
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
  chmodSync(to, 0o600)
  syncToDisk(to)
}

/** Appends a number if the name is taken. */
export const freeName = (folder: string, n = 2): string => {
  if (!existsSync(folder)) return folder
  return existsSync(`${folder}-${n}`) ? freeName(folder, n + 1) : `${folder}-${n}`
}

export const makeFolder = (path: string) => void mkdirSync(path, { recursive: true, mode: 0o700 })

export function syncToDisk(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

export async function digestOf(path: string): Promise<{ sha256: string; size: number }> {
  const hash = new Bun.CryptoHasher('sha256')
  let size = 0
  for await (const chunk of Bun.file(path).stream()) {
    hash.update(chunk)
    size += chunk.length
  }
  return { sha256: hash.digest('hex'), size }
}

/** Names of a company's stored files, each the digest of its content. Ignores symbolic links. */
export function listMedia(folder: string): Sha256[] {
  const media = join(folder, 'media')
  return namesIn(media)
    .filter((name) => /^[0-9a-f]{2}$/.test(name))
    .flatMap((name) => namesIn(join(media, name)))
    .flatMap((file) => findStoredFile(folder, file)?.sha256 ?? [])
}

export const sizeOf = (path: string): number => statSync(path).size

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return [] // a missing folder is empty
  }
}
