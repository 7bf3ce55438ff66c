/**
 * Deletes files that a killed process left in the machine's temporary folder: Baileys' encrypted uploads, and blobs
 * that were being read.
 */
import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR } from '../../../platform/time'

/** Prefix of the names of blob folders. */
export const BLOB = 'balcao-history-'
/** The folder is shared: newer files may belong to another process. */
const OLD_ENOUGH_MS = HOUR
const OURS = new RegExp(`^(?:[a-z-]+3EB0[0-9A-F]+-(?:enc|original)|${BLOB}\\w{6})$`)

export async function clearLeftUploads(now: number, folder = tmpdir()): Promise<void> {
  const names = (await readdir(folder)).filter((name) => OURS.test(name))
  for (const path of names.map((name) => join(folder, name))) {
    const written = await stat(path).catch(() => undefined) // another process deleted it first
    if (written && now - written.mtimeMs > OLD_ENOUGH_MS) await rm(path, { recursive: true, force: true })
  }
}
