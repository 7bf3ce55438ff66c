/** Carries out what placement decides for a company: copies, claims, and the way in and out of the product. */
import { existsSync } from 'node:fs'
import { BrokenChain } from '../../fleet/chain'
import type { CommitLog, Following, StoredMessage } from '../../fleet/commit-log'
import { Copies } from '../../fleet/copies'
import { Follower } from '../../fleet/follower'
import { ChainLost, WriterStopped } from '../../fleet/log-writer'
import { FilesInUse, type LastClaim, MayNotFollow, type Owner, type OwnerDeps, openOwner } from '../../fleet/owner'
import type { PagePool } from '../../fleet/pages'
import type { Claimant, CompanyEffects } from '../../fleet/placement/company-runner'
import type { Ownership } from '../../fleet/placement/owners'
import { rebuild } from '../../fleet/rebuild'
import { createSealing } from '../../fleet/sealing'
import { putAside } from '../../fleet/set-aside'
import type { Log } from '../../platform/log'
import { getOrMake } from '../../platform/maps'
import type { FleetGate } from './fleet-gate'
import type { OwnedCompanies } from './owned-companies'

/** What a company is on the disk. */
export type CompanyFiles = {
  readonly folder: string
  /** Of its databases, in an order that never changes. */
  readonly names: readonly string[]
}

/** What the running server does with a company that comes or goes. */
export type Product = {
  /** From now on the company is open here. Starts what runs in it. */
  open(company: string): Promise<void>
  /** Resolves when the requests that have begun are handled, or after a moment. New ones wait elsewhere. */
  quiesce(company: string): Promise<void>
  /** Nothing of the company is read or written here from now on. */
  shut(company: string): void
  /** Stops what runs in it and closes its databases. May be called again. */
  close(company: string): Promise<void>
  /** Its pages connect again, wherever it is served by then. */
  endSockets(company: string): Promise<void>
}

export type EffectsDeps = {
  readonly log: CommitLog
  readonly fleetKey: Uint8Array
  readonly pool: PagePool
  readonly claim: () => OwnerDeps['claim']
  readonly logger: Log
  readonly owned: OwnedCompanies
  readonly gate: FleetGate
  readonly product: Product
  filesOf(company: string): CompanyFiles
  /** What `owners` says. */
  ownershipOf(company: string): Ownership | undefined
  /** Whether this node shall keep a copy, rather than take the company. */
  isCopiedHere(company: string): boolean
  report(company: string, event: 'refused' | 'failed'): void
}

/** A copy that fails is begun again after this time, twice as long each time. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
/** While something still reads files that are to be handed over. */
const IN_USE_PAUSE_MS = 50

/** The copies that this node keeps. */
export type CopiesKept = {
  copies(): number
  /** Records that copies lack, by company; those that lack none are left out, and many beyond the first. */
  behind(): Record<string, number>
}

/** A lease has room for so many. */
const BEHIND_REPORTED = 100

type Copy = { readonly follower: Follower; readonly following: Following }

export function createEffects(deps: EffectsDeps): CompanyEffects & CopiesKept {
  const { log, fleetKey, logger, owned, gate, product, filesOf } = deps
  const sealings = new Map<string, ReturnType<typeof createSealing>>()
  const sealingOf = (company: string) => getOrMake(sealings, company, () => createSealing(fleetKey, company))
  const copies = new Map<string, Copy>()
  /** How often in a row a copy has failed. */
  const failures = new Map<string, number>()
  /** Companies whose databases the product has open, or may have. */
  const opened = new Set<string>()

  async function openFollower(company: string): Promise<Follower> {
    const { folder } = filesOf(company)
    const followerDeps = { company, folder, log, sealing: sealingOf(company) }
    const known = await Copies.open(company, folder)
    if (known) {
      const follower = new Follower(followerDeps, known)
      try {
        await follower.catchUp()
        return follower
      } catch (error) {
        follower.close()
        if (!(error instanceof BrokenChain)) throw error
        logger.info({ tenant: company, why: error.message }, 'the copy of a company is made anew')
      }
    }
    return rebuild(followerDeps)
  }

  async function startCopy(company: string): Promise<void> {
    const follower = await openFollower(company)
    const take = async (message: StoredMessage) => {
      try {
        await follower.take(message)
      } catch (error) {
        noteFailure(company, error)
        void stopCopy(company)
        deps.report(company, 'failed')
        throw error // the follower of the log waits, and is stopped meanwhile
      }
    }
    copies.set(company, { follower, following: log.follow(company, follower.link.seq, take) })
  }

  async function stopCopy(company: string): Promise<void> {
    const copy = copies.get(company)
    copies.delete(company)
    await copy?.following.stop()
    copy?.follower.close()
  }

  function noteFailure(company: string, error: unknown) {
    failures.set(company, (failures.get(company) ?? 0) + 1)
    logger.error({ err: error, tenant: company }, 'the copy of a company cannot be kept; it is begun again')
  }

  async function waitAfterFailure(company: string, signal: AbortSignal): Promise<void> {
    const failed = failures.get(company)
    if (failed !== undefined) await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failed - 1)), signal)
  }

  /** Who claimed last: as `owners` says if it knows that claim, and from the log otherwise. */
  async function mayFollow(company: string, { mayFollow: ask }: Claimant, last: LastClaim | undefined) {
    if (!last) return ask(undefined)
    const announced = deps.ownershipOf(company)
    const { node, incarnation } =
      announced?.epoch === last.epoch && announced.incarnation !== '' ? announced : await last.find()
    return ask({ node, incarnation, hasEnded: last.hasEnded })
  }

  async function claim(company: string, claimant: Claimant, signal: AbortSignal): Promise<Owner | undefined> {
    try {
      return await openOwner({
        company,
        ...filesOf(company),
        log,
        fleetKey,
        claim: deps.claim(),
        pool: deps.pool,
        signal,
        mayFollow: (last) => mayFollow(company, claimant, last),
        onLost(why) {
          logger.error({ err: why, tenant: company }, 'another node extends the log of a company: it is let go of here')
          deps.report(company, 'refused')
        },
        onUnsure: (seconds, why) =>
          logger.error(
            { tenant: company, seconds, why },
            'the log does not answer: nothing of a company leaves this node',
          ),
        onSnapshotFault: (why) => logger.warn({ err: why, tenant: company }, 'no snapshot could be made of a company'),
      })
    } catch (error) {
      if (error instanceof MayNotFollow || error instanceof ChainLost || error instanceof WriterStopped)
        return undefined
      throw error
    }
  }

  /** Whatever is left of an owner, in order or not. */
  async function letGo(company: string): Promise<void> {
    if (opened.has(company)) await product.close(company)
    await owned.find(company)?.owner.close()
    owned.remove(company)
    opened.delete(company)
  }

  return {
    async follow(company, signal) {
      // A taker leaves the files to its claim: after a crash its own are the newest.
      if (!deps.isCopiedHere(company)) return
      await waitAfterFailure(company, signal)
      if (signal.aborted) return
      try {
        await startCopy(company)
        failures.delete(company)
      } catch (error) {
        noteFailure(company, error)
        throw error
      }
    },
    unfollow: stopCopy,
    async claim(company, claimant, signal) {
      const wasCopied = copies.has(company)
      await stopCopy(company)
      const owner = await claim(company, claimant, signal)
      if (owner && !signal.aborted) {
        gate.claimed(company)
        owned.add(company, owner)
        return owner.epoch
      }
      await owner?.close()
      if (wasCopied && !owner && deps.isCopiedHere(company)) await startCopy(company)
      return undefined
    },
    async open(company) {
      opened.add(company)
      await product.open(company)
    },
    // New requests wait at the door as soon as the company is not owned here any more.
    hold() {},
    drop(company) {
      gate.drop(company)
      product.shut(company)
    },
    async part(company, signal) {
      await product.quiesce(company)
      gate.hold(company)
      await product.close(company)
      const owner = owned.find(company)?.owner
      if (!owner) throw new ChainLost(`${company} is not owned here`)
      const stop = () => void owner.close()
      signal.addEventListener('abort', stop)
      try {
        await handOver(owner, signal)
      } finally {
        signal.removeEventListener('abort', stop)
      }
      gate.release(company)
    },
    async close(company) {
      await letGo(company)
      await product.endSockets(company)
    },
    async putAside(company) {
      const { folder, names } = filesOf(company)
      if (existsSync(folder)) await putAside(folder, names)
    },
    copies: () => copies.size,
    behind() {
      const all = [...copies].map(([company, { following }]) => [company, following.behind?.() ?? 0] as const)
      return Object.fromEntries(all.filter(([, records]) => records > 0).slice(0, BEHIND_REPORTED))
    },
  }
}

/** Something may still read the files for a moment. */
async function handOver(owner: Owner, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await owner.handOver()
    } catch (error) {
      if (signal.aborted || !(error instanceof FilesInUse)) throw error
      await pause(IN_USE_PAUSE_MS, signal)
    }
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
