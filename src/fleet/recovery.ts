/** Makes the folder of an owner that crashed what the chain has, so that it is owned again or follows another owner. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Copies } from './copies'
import { type ChainEnd, cutLog, NotOfChain, readEndOfEpoch } from './crash'
import type { FollowerDeps } from './follower'
import { openOwnerFiles } from './owner-files'
import { findOwnerNote, type OwnerNote, removeOwnerNote, stampOf } from './owner-note'
import type { FileState } from './records'

/** Takes away what a crash left that the chain has not. Returns false if the files cannot be what the chain has. */
export async function recover(folder: string, note: OwnerNote, end: ChainEnd): Promise<boolean> {
  try {
    if (!end.isClean) requireNotMerged(folder, end.files, note)
    const frames: number[] = []
    for (const file of end.files) frames.push(await cutLog(join(folder, file.name), file, end))
    requireStates(folder, end.files, frames)
    return true
  } catch (error) {
    if (error instanceof NotOfChain) return false
    throw error
  }
}

/**
 * A process that ends while it has a database open may move the whole log into it, unacknowledged commits too. A log that
 * the chain knows is missed then, but of a file without one only the time tells.
 */
function requireNotMerged(folder: string, states: readonly FileState[], { stamps }: OwnerNote): void {
  for (const [at, { name, frame }] of states.entries())
    if (frame === 0 && stamps[at] !== stampOf(join(folder, name)))
      throw new NotOfChain(`${join(folder, name)} was written since its owner noted it`)
}

/** SQLite must find exactly what the chain ends with: it checks the sums of a log when it opens one. */
function requireStates(folder: string, states: readonly FileState[], frames: readonly number[]): void {
  for (const { name } of states)
    if (!existsSync(join(folder, name))) throw new NotOfChain(`${join(folder, name)} is missing`)
  const files = openOwnerFiles(states.map(({ name }) => ({ name, path: join(folder, name) })))
  try {
    for (const [at, { name, frame, pages }] of files.states.entries())
      if (frame !== frames[at] || pages !== states[at]?.pages)
        throw new NotOfChain(`${join(folder, name)} has ${frame} frames and ${pages} pages`)
  } finally {
    files.close()
  }
}

/**
 * After a crash another node went on with the chain: makes the files the copies that they were when their owner's last record
 * was stored, so that only the records since are read, and no snapshot. Returns false if they cannot be that; a rebuild puts
 * them aside then. While nobody else has claimed the company, its owner's last record is not known.
 */
export async function keepCopies({ company, folder, log, sealing }: FollowerDeps): Promise<boolean> {
  const note = findOwnerNote(company, folder)
  const end = note && (await readEndOfEpoch(log, sealing, note))
  if (!end || !(await recover(folder, note, end))) return false
  const files = openOwnerFiles(end.files.map(({ name }) => ({ name, path: join(folder, name) })))
  try {
    // With the last connection, SQLite deletes logs that are all in the files.
    if (!files.checkpoint(files.states)) return false
  } finally {
    files.close()
  }
  const copies = await Copies.create(company, folder, { link: end.whole, files: [...end.files] })
  copies.close()
  await removeOwnerNote(folder)
  return true
}
