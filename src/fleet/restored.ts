/**
 * A note in a folder whose files replace what a company was: its next owner ships them as a snapshot, from which the log goes
 * on. It counts only until the log goes on from something else, so a crash leaves either company, never a mix.
 */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { follow, type Link, lastLink } from './chain'
import type { CommitLog } from './commit-log'
import { JOURNAL_NAME, STATE_NAME } from './copies'
import { flush, flushFolder, readText, writeDurably } from './durable'
import { NOTE_NAME } from './owner-note'
import { RESTORED_NAME } from './set-aside'

/** The record that was the last one when the files were replaced. */
export const LastRecord = v.strictObject({ seq: v.number(), hash: v.string() })
export type LastRecord = v.InferOutput<typeof LastRecord>

/** `after`: null for a company that the fleet has forgotten, of whose log only the last record is left. */
const RestoredNote = v.strictObject({ company: v.string(), after: v.nullable(LastRecord) })
type RestoredNote = v.InferOutput<typeof RestoredNote>

/** Marks a folder, which is not yet the company's, or which the fleet does not know. Its databases must be closed. */
export async function markRestored(folder: string, names: readonly string[], note: RestoredNote): Promise<void> {
  for (const name of [NOTE_NAME, STATE_NAME, JOURNAL_NAME]) rmSync(join(folder, name), { force: true })
  for (const name of names) {
    const fd = openSync(join(folder, name), 'r')
    await flush(fd).finally(() => closeSync(fd))
  }
  await writeDurably(join(folder, RESTORED_NAME), JSON.stringify(note))
}

/** The last record of the log, if the files of a marked folder are still to replace what it has. */
export async function findReplaced(company: string, folder: string, log: CommitLog): Promise<Link | undefined> {
  const text = readText(join(folder, RESTORED_NAME))
  if (text === undefined) return undefined
  const note = v.parse(RestoredNote, JSON.parse(text))
  if (note.company !== company) throw new Error(`${folder} was restored for ${note.company}, not for ${company}`)
  let last: Link | undefined
  for await (const message of log.read(company, note.after ? note.after.seq - 1 : 0)) {
    if (!last) {
      last = lastLink(company, message)
      if (note.after && last.hash !== note.after.hash) return undefined
      continue
    }
    last = follow(company, last, message)
    // Claims alone tell nobody anything.
    if (last.kind !== 'epoch') return undefined
  }
  return last
}

export async function removeRestoredNote(folder: string): Promise<void> {
  if (!existsSync(join(folder, RESTORED_NAME))) return
  rmSync(join(folder, RESTORED_NAME), { force: true })
  await flushFolder(folder)
}
