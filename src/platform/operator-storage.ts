/**
 * What the operator keeps for all companies: rows in control.db, files in `operator-media/` beside the companies' folders, and
 * events by the hub's sequence of its own.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Databases } from './databases'
import {
  type FileKeeper,
  keeperOf,
  listHomes,
  namesBeginning,
  readStoredName,
  removeIfOlder,
  type Sha256,
} from './files'
import type { Hub } from './hub'
import type { Raw, WritableControl } from './sqlite'
import { DAY } from './time'

export type Deps = { readonly databases: Databases; readonly hub: Hub }

/** In one transaction of control.db, which is short: the operator's commands write there too. */
export const inControl = <T>({ $client }: WritableControl, run: () => T): T => $client.transaction(run).immediate()

export const OPERATOR_MEDIA = 'operator-media'
export const operatorFolder = (dataDir: string): string => join(dataDir, OPERATOR_MEDIA)

/** The same, made where it is not there yet. */
export function openOperatorFolder(dataDir: string): string {
  const folder = operatorFolder(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Tables of control.db with a column `media_file`. */
const tables = ['announcements'] as const

/** Files that rows of control.db name; an earlier version has none. */
export function listOperatorFiles(raw: Raw): Set<Sha256> {
  const isThere = raw.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?")
  const names = tables.flatMap((table) =>
    isThere.get(table) === undefined
      ? []
      : raw.prepare(`SELECT DISTINCT media_file FROM ${table} WHERE media_file IS NOT NULL`).pluck().all(),
  )
  return new Set(names.flatMap((name) => readStoredName(name) ?? []))
}

/**
 * Removes files that no row names any more, and what an upload left that never came to its row: a day old, because a file is
 * stored before its row is written. There are a few dozen in all.
 */
export function clearOperatorFiles(raw: Raw, dataDir: string, now: number): void {
  const folder = operatorFolder(dataDir)
  const named = listOperatorFiles(raw)
  for (const home of listHomes(folder))
    for (const sha256 of namesBeginning(folder, home)) if (!named.has(sha256)) removeIfOlder(folder, sha256, now - DAY)
  const keeper = keeperOf(folder)
  if (keeper) clearKept(keeper, folder, named).catch(() => {}) // the next change tries again
}

/** What a fleet keeps and this disk may lack. */
async function clearKept(keeper: FileKeeper, folder: string, named: ReadonlySet<Sha256>): Promise<void> {
  for await (const { sha256 } of keeper.list(folder)) if (!named.has(sha256)) keeper.remove(folder, sha256)
}
