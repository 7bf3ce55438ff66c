/** Changes of one entry of `owners`, each by compare-and-set until it is stored or no longer ours to make. */
import { Unreachable } from '../bucket'
import type { Buckets, Ownership, Picture } from './owners'
import { pause, type Timers } from './timers'

const AGAIN_MS = 250

export type OwnershipWrites = {
  readonly buckets: Buckets
  readonly picture: Picture
  readonly timers: Timers
}

/**
 * Stores what `change` makes of the present entry; `undefined` from it ends the matter. Returns whether something was
 * stored. Without an answer it looks what has become of it, and tries again while `isWanted`.
 */
export async function changeOwnership(
  { buckets: { owners }, picture, timers }: OwnershipWrites,
  company: string,
  change: (now: Ownership | undefined) => Ownership | undefined,
  isWanted: () => boolean = () => true,
): Promise<boolean> {
  let now = picture.owners.get(company)
  while (isWanted()) {
    try {
      const value = change(now?.value)
      if (!value) return false
      const revision = now ? await owners.update(company, value, now.revision) : await owners.create(company, value)
      if (revision !== undefined) {
        picture.learnOwnership(company, { value, revision })
        return true
      }
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      await pause(timers, AGAIN_MS)
    }
    if (!isWanted()) break
    try {
      now = await owners.get(company)
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      await pause(timers, AGAIN_MS)
    }
  }
  return false
}

export const withMove = ({ isToReady: _, ...now }: Ownership, to: string): Ownership => ({ ...now, to })
export const withoutMove = ({ to: _, isToReady: __, ...now }: Ownership): Ownership => now
