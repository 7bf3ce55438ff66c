/** The copies of other nodes' companies that this node keeps, as their logs grow. */
import { BrokenChain } from '../../fleet/chain'
import type { CommitLog, Following, StoredMessage } from '../../fleet/commit-log'
import { Copies } from '../../fleet/copies'
import { Follower, type FollowerDeps } from '../../fleet/follower'
import { rebuild } from '../../fleet/rebuild'
import { keepCopies } from '../../fleet/recovery'
import { createSealing, type Sealing } from '../../fleet/sealing'
import type { Log } from '../../platform/log'
import { getOrMake } from '../../platform/maps'
import { pause } from './pause'

export type KeptCopiesDeps = {
  readonly log: CommitLog
  readonly fleetKey: Uint8Array
  readonly logger: Log
  folderOf(company: string): string
  /** A copy cannot be kept any more. */
  failed(company: string): void
}

/** A copy that fails is begun again after this time, twice as long each time. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
/** A lease has room for so many. */
const BEHIND_REPORTED = 100

type Copy = { readonly follower: Follower; readonly following: Following }

export class KeptCopies {
  readonly #deps: KeptCopiesDeps
  readonly #sealings = new Map<string, Sealing>()
  readonly #copies = new Map<string, Copy>()
  /** How often in a row a copy has failed. */
  readonly #failures = new Map<string, number>()

  constructor(deps: KeptCopiesDeps) {
    this.#deps = deps
  }

  has = (company: string): boolean => this.#copies.has(company)
  get size(): number {
    return this.#copies.size
  }

  /** Records that copies lack, by company; those that lack none are left out, and many beyond the first. */
  behind(): Record<string, number> {
    const all = [...this.#copies].map(([company, { following }]) => [company, following.behind?.() ?? 0] as const)
    return Object.fromEntries(all.filter(([, records]) => records > 0).slice(0, BEHIND_REPORTED))
  }

  /** Resolves when the copy has what the log has now. After a failure it begins a while later. */
  async start(company: string, signal: AbortSignal): Promise<void> {
    const failed = this.#failures.get(company)
    if (failed !== undefined) await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failed - 1)), signal)
    if (signal.aborted) return
    try {
      const follower = await this.#openFollower(company)
      const take = (message: StoredMessage) => this.#take(company, follower, message)
      this.#copies.set(company, { follower, following: this.#deps.log.follow(company, follower.link.seq, take) })
      this.#failures.delete(company)
    } catch (error) {
      this.#noteFailure(company, error)
      throw error
    }
  }

  async stop(company: string): Promise<void> {
    const copy = this.#copies.get(company)
    this.#copies.delete(company)
    await copy?.following.stop()
    copy?.follower.close()
  }

  async #take(company: string, follower: Follower, message: StoredMessage): Promise<void> {
    try {
      await follower.take(message)
    } catch (error) {
      // The log would give it the same message again, for ever.
      this.#noteFailure(company, error)
      void this.stop(company)
      this.#deps.failed(company)
      throw error
    }
  }

  async #openFollower(company: string): Promise<Follower> {
    const { log, logger, fleetKey, folderOf } = this.#deps
    const sealing = getOrMake(this.#sealings, company, () => createSealing(fleetKey, company))
    const followerDeps = { company, folder: folderOf(company), log, sealing }
    const known = await openCopies(followerDeps)
    if (!known) return rebuild(followerDeps)
    const follower = new Follower(followerDeps, known)
    try {
      await follower.catchUp()
      return follower
    } catch (error) {
      follower.close()
      if (!(error instanceof BrokenChain)) throw error
      logger.info({ tenant: company, why: error.message }, 'the copy of a company is made anew')
      return rebuild(followerDeps)
    }
  }

  #noteFailure(company: string, error: unknown): void {
    this.#failures.set(company, (this.#failures.get(company) ?? 0) + 1)
    this.#deps.logger.error({ err: error, tenant: company }, 'the copy of a company cannot be kept; it is begun again')
  }
}

/** Also those that a crashed owner left, in whose files only what others wrote since is missing. */
async function openCopies(deps: FollowerDeps): Promise<Copies | undefined> {
  const { company, folder } = deps
  const copies = await Copies.open(company, folder)
  if (copies) return copies
  try {
    return (await keepCopies(deps)) ? await Copies.open(company, folder) : undefined
  } catch (error) {
    if (error instanceof BrokenChain) return undefined // a rebuild looks whether the log is whole
    throw error
  }
}
