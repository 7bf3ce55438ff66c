/** What may lie in a company's folder beside its databases, and how files that are no longer trusted leave it. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { JOURNAL_NAME, STATE_NAME } from './copies'
import { flushFolder } from './durable'
import { NOTE_NAME } from './owner-note'

export const ASIDE_NAME = 'put-aside'
/** In a folder whose files replace what the company was (`restored.ts`). */
export const RESTORED_NAME = 'restored.json'

/**
 * Moves databases that may have what the chain has not into a folder beside them, instead of what was there before. First
 * the notes go: files without a note are never taken for a company's. SQLite must have closed them.
 */
export async function putAside(folder: string, names: readonly string[]): Promise<void> {
  for (const name of [NOTE_NAME, STATE_NAME, JOURNAL_NAME, RESTORED_NAME]) rmSync(join(folder, name), { force: true })
  await flushFolder(folder)
  const all = names.flatMap((name) => [name, `${name}-wal`, `${name}-shm`])
  const present = all.filter((name) => existsSync(join(folder, name)))
  if (present.length === 0) return
  const aside = join(folder, ASIDE_NAME)
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { mode: 0o700 })
  for (const name of present) renameSync(join(folder, name), join(aside, name))
  await flushFolder(folder)
}
