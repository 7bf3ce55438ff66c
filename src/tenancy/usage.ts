/** Reads what companies have of that which plans limit, without keeping their files open. */
import { statSync } from 'node:fs'
import { type Databases, tenantFolder, tenantPath } from '../platform/databases'
import { storedChange } from '../platform/files'
import type { Db } from '../platform/sqlite'
import { findCompanyByUuid, tenantOf } from './companies'
import type { PlannedCounts } from './contract'
import { type CompanyKey, readEverywhere } from './elsewhere'
import { type CountWaiting, countPlanned } from './lifecycle'
import { type Usage, usageOf } from './limits'

type CachedUsage = { readonly mark: string; readonly usage: Usage | null }
/** By file: a closed file is read again only after it has changed. */
const kept = new Map<string, CachedUsage>()
const MOST_KEPT = 10_000
/** Files opened before others get their turn. */
const OPEN_FILES_PER_TICK = 4

/** What is asked of other nodes. */
export const USAGE = 'usage.read'
export const PLANNED = 'planned.read'

/** By company id; null for companies whose data cannot be read. */
export const readUsage = (
  databases: Databases,
  companies: readonly CompanyKey[],
): Promise<ReadonlyMap<number, Usage | null>> =>
  readEverywhere(databases, USAGE, companies, (own) => readUsageHere(databases, own))

/** The same, for companies of this node. */
export async function readUsageHere(
  databases: Databases,
  companies: readonly CompanyKey[],
): Promise<ReadonlyMap<number, Usage | null>> {
  const found = new Map<number, Usage | null>()
  let opened = 0
  for (const { id, uuid } of companies) {
    const path = tenantPath(databases.dataDir, uuid)
    const folder = tenantFolder(databases.dataDir, uuid)
    const mark = databases.isOpen(uuid) ? null : `${markOf(path)} ${storedChange(folder)}`
    const known = kept.get(path)
    if (mark !== null && known?.mark === mark) {
      found.set(id, known.usage)
      continue
    }
    if (mark !== null && ++opened % OPEN_FILES_PER_TICK === 0) await new Promise(setImmediate)
    const usage = peek(databases, uuid, (db) => usageOf(db, folder))
    found.set(id, usage)
    if (kept.size > MOST_KEPT) kept.clear()
    if (mark !== null) kept.set(path, { mark: `${markOf(path)} ${storedChange(folder)}`, usage })
  }
  return found
}

/** By company id, like `readUsage`; reads each file anew. */
export const readPlanned = (
  databases: Databases,
  companies: readonly CompanyKey[],
  counts: readonly CountWaiting[],
): Promise<ReadonlyMap<number, PlannedCounts | null>> =>
  readEverywhere(databases, PLANNED, companies, (own) => readPlannedHere(databases, own, counts))

/** The same, for companies of this node. */
export async function readPlannedHere(
  databases: Databases,
  companies: readonly CompanyKey[],
  counts: readonly CountWaiting[],
): Promise<ReadonlyMap<number, PlannedCounts | null>> {
  const found = new Map<number, PlannedCounts | null>()
  for (const { id, uuid } of companies) {
    if (found.size % OPEN_FILES_PER_TICK === 0) await new Promise(setImmediate)
    const company = findCompanyByUuid(databases.control, uuid)
    found.set(
      id,
      company ? peek(databases, uuid, (db) => countPlanned(counts, { db, tenant: tenantOf(company) })) : null,
    )
  }
  return found
}

function peek<T>(databases: Databases, uuid: string, read: (db: Db) => T): T | null {
  try {
    return databases.peek(uuid, read)
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
