/** Reads what companies have of that which plans limit, without keeping their files open. */
import { statSync } from 'node:fs'
import { type Databases, tenantFolder, tenantPath } from '../platform/databases'
import { storedChange } from '../platform/files'
import type { Db } from '../platform/sqlite'
import { tenantOf } from './companies'
import type { PlannedCounts } from './contract'
import { type CountWaiting, countPlanned } from './lifecycle'
import { type Usage, usageOf } from './limits'
import type { Company } from './tables'

type CachedUsage = { readonly mark: string; readonly usage: Usage | null }
/** By file: a closed file is read again only after it has changed. */
const kept = new Map<string, CachedUsage>()
const MOST_KEPT = 10_000
/** Files opened before others get their turn. */
const OPEN_FILES_PER_TICK = 4

type CompanyKey = { readonly id: number; readonly uuid: string }
/** Asks the nodes of a fleet that have them. */
type ReadElsewhere = (companies: readonly CompanyKey[]) => Promise<ReadonlyMap<number, Usage>>

const elsewhere = new WeakMap<Databases, ReadElsewhere>()
/** From now on companies that are not here are asked for, too. */
export const readUsageElsewhereBy = (databases: Databases, read: ReadElsewhere): void =>
  void elsewhere.set(databases, read)

/** By company id; null for companies whose data cannot be read. */
export async function readUsage(
  databases: Databases,
  companies: readonly CompanyKey[],
): Promise<ReadonlyMap<number, Usage | null>> {
  const others = elsewhere.get(databases)
  if (!others) return readUsageHere(databases, companies)
  const [here, there] = [companies.filter(isHere), companies.filter((one) => !isHere(one))]
  function isHere({ uuid }: CompanyKey) {
    return databases.isAvailable(uuid)
  }
  const [own, asked] = await Promise.all([readUsageHere(databases, here), there.length > 0 ? others(there) : new Map()])
  return new Map([...there.map(({ id }) => [id, asked.get(id) ?? null] as const), ...own])
}

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
export async function readPlanned(
  databases: Databases,
  companies: readonly Company[],
  counts: readonly CountWaiting[],
): Promise<ReadonlyMap<number, PlannedCounts | null>> {
  const found = new Map<number, PlannedCounts | null>()
  for (const company of companies) {
    if (found.size % OPEN_FILES_PER_TICK === 0) await new Promise(setImmediate)
    found.set(
      company.id,
      peek(databases, company.uuid, (db) => countPlanned(counts, { db, tenant: tenantOf(company) })),
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
