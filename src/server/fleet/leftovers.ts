/**
 * Folders of companies that were deleted, or are at other nodes and copied there: what this node kept of them goes after a day.
 * A folder that a command has put in place, or is about to, has no note of the fleet and stays.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { STATE_NAME } from '../../fleet/copies'
import { NOTE_NAME } from '../../fleet/owner-note'
import type { Placement } from '../../fleet/placement/placement'
import { ASIDE_NAME, RESTORED_NAME } from '../../fleet/set-aside'
import { tenantFolder } from '../../platform/databases'
import { DAY } from '../../platform/time'

export type LeftoversDeps = {
  readonly dataDir: string
  readonly node: string
  readonly placement: Pick<Placement, 'picture' | 'phaseOf' | 'isLeaseHeld'>
  readonly now: () => number
  /** Those that control.db lists. */
  listCompanies(): readonly { readonly uuid: string }[]
  /** Whether a command has the folder. */
  isHandedOut(company: string): boolean
  /** Whether the object store has all files of the folder. */
  areFilesStored(company: string): boolean
  removed(company: string): void
}

/** Since it was used here last. */
const KEPT_MS = DAY
/** In one look, which comes every hour. */
const REMOVED_PER_LOOK = 100

const LEAVING = 'leftovers'

export function createLeftovers(deps: LeftoversDeps) {
  const { dataDir, removed } = deps
  /** What nobody needed at the last look. */
  let before = new Set<string>()
  const leaving = join(dataDir, LEAVING)

  return async function look(): Promise<void> {
    await rm(leaving, { recursive: true, force: true }) // of a process that was killed
    const unneeded = new Set<string>()
    const known = new Set(deps.listCompanies().map(({ uuid }) => uuid))
    let count = 0
    for (const company of listFolders(dataDir)) {
      if (count === REMOVED_PER_LOOK) break
      await new Promise(setImmediate) // yields to the event loop: there may be thousands
      if (!isUnneeded(deps, company, known)) continue
      unneeded.add(company)
      if (!before.has(company)) continue
      // At once after the question: what begins to use it later finds nothing.
      mkdirSync(leaving, { recursive: true, mode: 0o700 })
      renameSync(tenantFolder(dataDir, company), join(leaving, company))
      await rm(join(leaving, company), { recursive: true, force: true })
      removed(company)
      count++
    }
    before = unneeded
  }
}

const listFolders = (dataDir: string): string[] =>
  readdirSync(join(dataDir, 'tenants')).filter((name) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(name))

function isUnneeded(deps: LeftoversDeps, company: string, known: ReadonlySet<string>): boolean {
  const { dataDir, node, placement, now, isHandedOut, areFilesStored } = deps
  const { picture } = placement
  if (!picture.isComplete || !placement.isLeaseHeld()) return false
  if (placement.phaseOf(company) !== 'cold' || isHandedOut(company)) return false
  const owner = picture.owners.get(company)?.value
  if (owner) {
    const isElsewhere = ![owner.node, owner.standby, owner.to].includes(node)
    if (!isElsewhere || !owner.isStandbyReady) return false
  } else if (known.has(company)) return false
  const folder = tenantFolder(dataDir, company)
  return isOfFleet(folder) && lastUsed(folder) < now() - KEPT_MS && areFilesStored(company)
}

/** Its databases were a copy, or an owner's, or were put aside. */
function isOfFleet(folder: string): boolean {
  if (existsSync(join(folder, RESTORED_NAME))) return false
  if ([STATE_NAME, NOTE_NAME].some((name) => existsSync(join(folder, name)))) return true
  return existsSync(join(folder, ASIDE_NAME)) && !existsSync(join(folder, 'tenant.db'))
}

const lastUsed = (folder: string): number =>
  Math.max(
    ...[STATE_NAME, NOTE_NAME, ASIDE_NAME].map(
      (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    ),
  )
