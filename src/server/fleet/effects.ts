/** Carries out what placement decides for a company: copies, claims, and the way in and out of the product. */
import { existsSync } from 'node:fs'
import type { CommitLog } from '../../fleet/commit-log'
import { ChainLost, WriterStopped } from '../../fleet/log-writer'
import { type LastClaim, MayNotFollow, type Owner, type OwnerDeps, openOwner } from '../../fleet/owner'
import type { PagePool } from '../../fleet/pages'
import type { Claimant, CompanyEffects } from '../../fleet/placement/company-runner'
import type { Ownership } from '../../fleet/placement/owners'
import type { LastRecord } from '../../fleet/restored'
import { putAside } from '../../fleet/set-aside'
import type { Log } from '../../platform/log'
import type { FleetGate } from './fleet-gate'
import { sayBye } from './handing-over'
import type { KeptCopies } from './kept-copies'
import type { OwnedCompanies } from './owned-companies'
import { pause } from './pause'

/** What a company is on the disk. */
export type CompanyFiles = {
  readonly folder: string
  /** Of its databases, in an order that never changes. */
  readonly names: readonly string[]
}

/** What the running server does with a company that comes or goes. */
export type Product = {
  /** From now on the company is open here. Begins to start what runs in it. */
  open(company: string): Promise<void>
  /** Resolves when the requests that have begun are handled, or after a moment. New ones wait elsewhere. */
  quiesce(company: string): Promise<void>
  /** Nothing new is read or written here from now on. */
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
  readonly copies: KeptCopies
  readonly owned: OwnedCompanies
  readonly gate: FleetGate
  readonly product: Product
  filesOf(company: string): CompanyFiles
  /** Whether a command has the company's folder: nothing else may touch it. */
  isHandedOut(company: string): boolean
  /** What `owners` says. */
  ownershipOf(company: string): Ownership | undefined
  /** Whether this node shall keep a copy, rather than take the company. */
  isCopiedHere(company: string): boolean
  /** How much of a company's snapshot is uploaded, from 0 to 1. */
  uploaded(company: string, share: number): void
  /** The log refuses our records. */
  refused(company: string): void
}

/** How often it looks whether a command still has a folder. */
const FOLDER_LOOK_MS = 250
/** Whoever ended in order may be followed, and the log may not say any more who it was. */
const NOBODY = { node: '', incarnation: '' }

export class Effects implements CompanyEffects {
  readonly #deps: EffectsDeps
  /** Companies whose databases the product has open, or may have. */
  readonly #opened = new Set<string>()

  constructor(deps: EffectsDeps) {
    this.#deps = deps
  }

  /** A taker leaves the files to its claim: after a crash its own are the newest. */
  async follow(company: string, signal: AbortSignal): Promise<void> {
    const { copies, isCopiedHere } = this.#deps
    if (!isCopiedHere(company)) return
    await this.#waitForFolder(company, signal)
    if (!signal.aborted && isCopiedHere(company)) await copies.start(company, signal)
  }

  /** A failure would be repeated at once, and the command may take hours. */
  async #waitForFolder(company: string, signal: AbortSignal): Promise<void> {
    const { isHandedOut, logger } = this.#deps
    if (!isHandedOut(company)) return
    logger.info({ tenant: company }, 'a command has the folder of a company: its copy waits for the end of the command')
    while (isHandedOut(company) && !signal.aborted) await pause(FOLDER_LOOK_MS, signal)
  }

  #requireFolder(company: string): void {
    if (this.#deps.isHandedOut(company)) throw new Error(`a command has the folder of ${company}`)
  }

  unfollow(company: string): Promise<void> {
    return this.#deps.copies.stop(company)
  }

  async claim(company: string, claimant: Claimant, signal: AbortSignal): Promise<number | undefined> {
    this.#requireFolder(company)
    return this.#claim(company, claimant, signal)
  }

  async #claim(company: string, claimant: Claimant, signal: AbortSignal): Promise<number | undefined> {
    const { copies, owned, gate, isCopiedHere, ownershipOf, claim, logger } = this.#deps
    const wasCopied = copies.has(company)
    const isMoved = ownershipOf(company)?.to === claim().node
    const steps = timed()
    await steps.take('stopCopy', copies.stop(company))
    const owner = await steps.take('claim', this.#openOwner(company, claimant, signal))
    if (owner && !signal.aborted) {
      gate.claimed(company)
      owned.add(company, owner, isMoved)
      logger.info({ tenant: company, epoch: owner.epoch, from: owner.origin, ms: steps.ms }, 'a company was taken')
      return owner.epoch
    }
    await owner?.close()
    if (wasCopied && !owner && !signal.aborted && isCopiedHere(company)) await copies.start(company, signal)
    return undefined
  }

  async open(company: string): Promise<void> {
    this.#opened.add(company)
    await this.#deps.product.open(company)
  }

  /** New requests wait at the door as soon as the company is not owned here any more; what has begun may end. */
  hold(): void {}

  drop(company: string): void {
    const { gate, product } = this.#deps
    gate.drop(company)
    product.shut(company)
  }

  /** While people still work: what takes long, such as a snapshot that is being copied, would hold them up later. */
  async prepareToPart(company: string, signal: AbortSignal): Promise<void> {
    const owner = this.#deps.owned.find(company)?.owner
    if (!owner) return
    signal.addEventListener('abort', () => owner.goOn())
    await owner.prepareHandOver()
    if (signal.aborted) owner.goOn()
  }

  async part(company: string, signal: AbortSignal): Promise<void> {
    const { gate, owned, product, logger } = this.#deps
    const steps = timed()
    await steps.take('quiesce', product.quiesce(company))
    gate.hold(company)
    await steps.take('close', product.close(company))
    const owner = owned.find(company)?.owner
    if (!owner) throw new ChainLost(`${company} is not owned here`)
    const stop = () => void owner.close()
    signal.addEventListener('abort', stop)
    try {
      await steps.take('ship', sayBye(owner, signal))
    } finally {
      signal.removeEventListener('abort', stop)
    }
    gate.release(company)
    logger.info({ tenant: company, ms: steps.ms }, 'a company was handed over')
  }

  /**
   * Closes the company as if it were handed over, has `work` replace its folder, and opens what is there then. Returns the
   * new epoch.
   */
  async renew(
    company: string,
    work: (last: LastRecord) => Promise<void>,
    claimant: Claimant,
    signal: AbortSignal,
  ): Promise<number> {
    const { owned, product } = this.#deps
    const owner = owned.find(company)?.owner
    await this.part(company, signal)
    const last = owner?.last
    await owner?.close()
    owned.remove(company)
    await product.endSockets(company)
    if (!last) throw new ChainLost(`${company} has no log`)
    await work({ seq: last.seq, hash: last.hash })
    const epoch = signal.aborted ? undefined : await this.#claim(company, claimant, signal)
    if (epoch === undefined) throw new ChainLost(`${company} is owned elsewhere now`)
    await this.open(company)
    return epoch
  }

  /** Whatever is left of an owner, in order or not. */
  async close(company: string): Promise<void> {
    const { owned, product } = this.#deps
    if (this.#opened.has(company)) await product.close(company)
    await owned.find(company)?.owner.close()
    owned.remove(company)
    this.#opened.delete(company)
    await product.endSockets(company)
  }

  async putAside(company: string): Promise<void> {
    const { folder, names } = this.#deps.filesOf(company)
    if (existsSync(folder)) await putAside(folder, names)
  }

  async #openOwner(company: string, claimant: Claimant, signal: AbortSignal): Promise<Owner | undefined> {
    const { log, fleetKey, pool, claim, logger, filesOf, refused, owned, uploaded } = this.#deps
    try {
      return await openOwner({
        company,
        ...filesOf(company),
        log,
        fleetKey,
        claim: claim(),
        pool,
        signal,
        mayFollow: (last) => this.#mayFollow(company, claimant, last),
        onLost(why) {
          logger.error({ err: why, tenant: company }, 'another node extends the log of a company: it is let go of here')
          refused(company)
        },
        onUnsure: (seconds, why) =>
          logger.error(
            { tenant: company, seconds, why },
            'the log does not answer: nothing of a company leaves this node',
          ),
        onUploaded: (share) => uploaded(company, share),
        onRecord: ({ bytes }) => owned.wrote(company, bytes),
        onSnapshotFault: (why) => logger.warn({ err: why, tenant: company }, 'no snapshot could be made of a company'),
      })
    } catch (error) {
      if (error instanceof MayNotFollow || error instanceof ChainLost || error instanceof WriterStopped)
        return undefined
      throw error
    }
  }

  /** Who claimed last: as `owners` says if it knows that claim, and from the log otherwise. */
  async #mayFollow(company: string, { mayFollow }: Claimant, last: LastClaim | undefined): Promise<boolean> {
    if (!last) return mayFollow(undefined)
    const announced = this.#deps.ownershipOf(company)
    const isKnown = announced?.epoch === last.epoch && announced.incarnation !== ''
    const { node, incarnation } = isKnown ? announced : last.hasEnded ? NOBODY : await last.find()
    return mayFollow({ node, incarnation, hasEnded: last.hasEnded })
  }
}

/** Milliseconds of each step, for the log. */
function timed() {
  const ms: Record<string, number> = {}
  return {
    ms,
    async take<T>(step: string, work: Promise<T>): Promise<T> {
      const began = performance.now()
      try {
        return await work
      } finally {
        ms[step] = Math.round(performance.now() - began)
      }
    },
  }
}
