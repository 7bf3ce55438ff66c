/** Reads what companies have of that which plans limit, without keeping their files open. */
import { statSync } from 'node:fs'
import { type Databases, tenantPath } from '../platform/databases'
import { type Usage, usageOf } from './limits'

type Kept = { readonly mark: string; readonly usage: Usage | null }
/** By file: a closed file is read again only after it has changed. */
const kept = new Map<string, Kept>()
const MOST_KEPT = 10_000
/** Files opened before others get their turn. */
const AT_ONCE = 4

/** By company id; null for companies whose data cannot be read. */
export async function readUsage(
  databases: Databases,
  companies: readonly { readonly id: number; readonly uuid: string }[],
): Promise<ReadonlyMap<number, Usage | null>> {
  const found = new Map<number, Usage | null>()
  let opened = 0
  for (const { id, uuid } of companies) {
    const path = tenantPath(databases.dataDir, uuid)
    const mark = databases.isOpen(uuid) ? null : markOf(path)
    const known = kept.get(path)
    if (mark !== null && known?.mark === mark) {
      found.set(id, known.usage)
      continue
    }
    if (mark !== null && ++opened % AT_ONCE === 0) await new Promise(setImmediate)
    const usage = peek(databases, uuid)
    found.set(id, usage)
    if (kept.size > MOST_KEPT) kept.clear()
    if (mark !== null) kept.set(path, { mark: markOf(path), usage })
  }
  return found
}

function peek(databases: Databases, uuid: string): Usage | null {
  try {
    return databases.peek(uuid, usageOf)
  } catch {
    return null // damaged, missing or handed over
  }
}

/** Changes with every write, also those of commands. */
const markOf = (path: string): string => [path, `${path}-wal`].map(stamp).join()

function stamp(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? `${stats.mtimeMs} ${stats.size}` : ''
}
