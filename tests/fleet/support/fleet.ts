/** Owners and followers of a company over a log in memory. */
import { join } from 'node:path'
import { Copies } from '../../../src/fleet/copies'
import { Follower } from '../../../src/fleet/follower'
import { type Owner, type OwnerDeps, openOwner } from '../../../src/fleet/owner'
import { createPagePool } from '../../../src/fleet/pages'
import { rebuild } from '../../../src/fleet/rebuild'
import { createSealing } from '../../../src/fleet/sealing'
import { COMPANY, FLEET_KEY, findDifference } from './company'
import type { UnkindLog } from './unkind-log'

export const NAMES = ['tenant.db', 'session.db'] as const
export const sealing = createSealing(FLEET_KEY, COMPANY)

export type TestOwner = { readonly owner: Owner; readonly lost: Error[]; readonly faults: Error[] }

export async function own(log: UnkindLog['log'], folder: string, more: Partial<OwnerDeps> = {}): Promise<TestOwner> {
  const [lost, faults]: Error[][] = [[], []]
  const owner = await openOwner({
    company: COMPANY,
    folder,
    names: NAMES,
    log,
    fleetKey: FLEET_KEY,
    claim: { node: 'a', incarnation: '1', version: '1.0.0', steps: {} },
    pool: createPagePool(),
    onLost: (why) => void lost?.push(why),
    onSnapshotFault: (why) => void faults?.push(why),
    pause: () => new Promise(setImmediate),
    uploadBytesPerSecond: Number.POSITIVE_INFINITY,
    ...more,
  })
  return { owner, lost: lost ?? [], faults: faults ?? [] }
}

export const follow = (log: UnkindLog['log'], folder: string): Promise<Follower> =>
  rebuild({ company: COMPANY, folder, log, sealing })

export async function reopenFollower(log: UnkindLog['log'], folder: string): Promise<Follower> {
  const copies = await Copies.open(COMPANY, folder)
  if (!copies) throw new Error(`${folder} has no copies`)
  return new Follower({ company: COMPANY, folder, log, sealing }, copies)
}

/** The first difference between the owner's files and the copies. */
export const findDifferences = (owned: string, copied: string): string[] =>
  NAMES.flatMap((name) => findDifference(join(owned, name), join(copied, name)) ?? [])
