/** A node's own note that it owns a company, and since when: after a crash it knows its files by it. */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { LinkText } from './chain'
import { flushFolder, readText, writeDurably } from './durable'
import { FileState } from './records'

export const NOTE_NAME = 'owner.json'

/** A record of our epoch, and the state of the files with it. Later ones are read from the log. */
const OwnerNote = v.strictObject({
  company: v.string(),
  link: LinkText,
  files: v.array(FileState),
  /** When each database file was written last. */
  stamps: v.array(v.string()),
})
export type OwnerNote = v.InferOutput<typeof OwnerNote>

export function findOwnerNote(company: string, folder: string): OwnerNote | undefined {
  const text = readText(join(folder, NOTE_NAME))
  if (text === undefined) return undefined
  const note = v.parse(OwnerNote, JSON.parse(text))
  if (note.company !== company) throw new Error(`${folder} is the folder of ${note.company}, not of ${company}`)
  return note
}

export const writeOwnerNote = (folder: string, note: OwnerNote): Promise<void> =>
  writeDurably(join(folder, NOTE_NAME), JSON.stringify(note))

export async function removeOwnerNote(folder: string): Promise<void> {
  rmSync(join(folder, NOTE_NAME), { force: true })
  await flushFolder(folder)
}

/** Changes when frames are moved into a database file. Does not open it. */
export function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found ? `${found.size} ${found.mtimeNs}` : 'none'
}
