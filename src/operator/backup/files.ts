/** Files on their way into a backup and out of it. */
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

/** Copies all pages in one step: a stepwise copy restarts at each write of the running server and would never end. Writers do not wait for it. */
const ALL_PAGES = 0x7fffffff

/** A whole copy of a database that may be in use, as one file without a log beside it. */
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

/** A copy of an open database whose file may have no name any more, in small steps between other work. */
export async function copyOpen(source: Sqlite.Database, to: string): Promise<void> {
  await source.backup(to, { progress: () => PAGES_AT_ONCE })
  await chmod(to, 0o600)
  syncToDisk(to)
}
const PAGES_AT_ONCE = 250

/** Stored files never change, so on the same disk a hard link is a copy that takes no space. */
export function linkOrCopy(from: string, to: string): void {
  makeFolder(dirname(to))
  try {
    linkSync(from, to)
  } catch {
    copyFile(from, to)
  }
}

/** Ours to read and write, whatever it was elsewhere: an archive may be closed to writing, or open to everybody. */
export function copyFile(from: string, to: string): void {
  makeFolder(dirname(to))
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
  chmodSync(to, 0o600)
  syncToDisk(to)
}

/** Avoids a clash of two in one second. */
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

/** Names of the stored media files of a company's folder, each the digest of its content; what links lead to is none of its. */
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
