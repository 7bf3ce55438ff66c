/**
 * control.db on a node of a fleet. One node owns it, always that of company 1. The others follow its log into a copy. What reads
 * control.db does not notice when this node becomes its owner, or ceases to be.
 */
import { fail } from '../../errors'
import type { CommitLog } from '../../fleet/commit-log'
import { ChainLost, WriterStopped } from '../../fleet/log-writer'
import { MayNotFollow, type Owner, openOwner } from '../../fleet/owner'
import type { PagePool } from '../../fleet/pages'
import type { Claimant, CompanyEffects } from '../../fleet/placement/company-runner'
import { readHead } from '../../fleet/records'
import { createSealing } from '../../fleet/sealing'
import { putAside } from '../../fleet/set-aside'
import type { AskedWrite, ControlWrites, WriteAnswer } from '../../platform/control-writes'
import { openControl } from '../../platform/databases'
import { CONTROL, NotAcknowledged } from '../../platform/gate'
import type { Log } from '../../platform/log'
import {
  asControlDb,
  isStorageFull,
  othersWrote,
  type Raw,
  versionOf,
  type WritableControl,
} from '../../platform/sqlite'
import { Switchable, type Target } from '../../platform/switchable'
import type { Claim, ClaimKind } from '../../tenancy/claim-bucket'
import { type AskOwner, ControlAsking } from './control-asking'
import { CONTROL_NAME, ControlCopy } from './control-copy'
import { CONTROL_STEPS, type ControlFault, findControlFault } from './control-schema'
import { controlErrors } from './errors'
import { handOver } from './handing-over'
import type { FleetControl } from './parts'
import { pause } from './pause'

export type FleetControlDeps = {
  readonly dataDir: string
  readonly log: CommitLog
  readonly logger: Log
  readonly fleetKey: Uint8Array
  readonly pool: PagePool
  /** Who claims. */
  readonly claim: () => { readonly node: string; readonly incarnation: string; readonly version: string }
  /** Asks the node that owns control.db, which answers with `FleetControlOfNode.answer`. */
  readonly askOwner: AskOwner
  /** For placement. */
  readonly report: (event: 'refused' | 'failed') => void
  /** This program cannot read what the owner has made of control.db. Called again when that changes. */
  readonly unreadable?: (fault: ControlFault) => void
  /** Milliseconds that a write waits for an owner; for tests. */
  readonly askWithin?: number
  /** Milliseconds after which a copy that lacks records stands still; for tests. */
  readonly stillAfter?: number
  /** Steps of control.db's schema that this program knows; for tests. */
  readonly steps?: number
}

/** `following`: another node owns it, or nobody. `held`: it is being handed over. `lost`: until there is a copy again. */
type Standing = 'following' | 'claimed' | 'own' | 'held' | 'lost'

/** What shows control.db may have read it before it was lost, and leaves a moment later. */
const LOST_MS = 2000
/** A record is applied in milliseconds. */
const STILL_MS = 5000
/** A copy that had no space is begun again, and fails again. */
const FULL_MS = 15_000
/** What nobody waits for ships after this time. */
const LOOK_MS = 50
const EMPTY_PAUSE_MS = 100
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [100, 10_000]

export type FleetControlOfNode = FleetControl & {
  /** What placement does with `CONTROL`. */
  readonly effects: CompanyEffects
  /** Begins to follow the log. */
  start(): void
  /** Resolves when control.db can be read here, as a copy or as its owner. Rejects after `stop`. */
  started(): Promise<void>
  /**
   * Whether reads here show what the log has: false until it was read, after a loss, and while its copy cannot be kept or does
   * not move.
   */
  isRead(): boolean
  /** Sequence of the newest record that reads here show, or that the log has acknowledged to this owner. */
  seq(): number
  /** As `Gate.wait`, for CONTROL: a copy shows only what the log has. The lease is not looked at. */
  wait(): Promise<void> | undefined
  /** Ships what was committed without a word. Call it now and then. */
  look(): void
  /** How this node writes, once the server is open. */
  attach(writes: ControlWrites): void
  /** Answers another node's `askOwner`. */
  answer(question: unknown): Promise<unknown>
  /** Closes the copy, or lets go of the files without a word if they are still owned here. */
  stop(): Promise<void>
}

export function createFleetControl(deps: FleetControlDeps): FleetControlOfNode {
  return new NodeControl(deps)
}

class NodeControl implements FleetControlOfNode {
  readonly #deps: FleetControlDeps
  readonly #copy: ControlCopy
  readonly #asking: ControlAsking
  #handle: Switchable | undefined
  #db: WritableControl | undefined
  #standing: Standing = 'following'
  #owner: Owner | undefined
  /** The owner's connection. */
  #file: Raw | undefined
  #released: PromiseWithResolvers<void> | undefined
  /** The record with which this node last ended its ownership. */
  #endedWith = 0
  #lostAt = Number.NEGATIVE_INFINITY
  readonly #started = Promise.withResolvers<void>()
  #wasRead = false
  /** A program that knows more steps of the schema has brought it further. */
  #isNewer = false
  #isCopyKept = false
  /** When the copy last lacked nothing or got a record, and which. */
  #movedAt = performance.now()
  #movedTo = 0
  /** When there was no space for the copy. */
  #fullAt = Number.NEGATIVE_INFINITY
  /** Of the schema, when it was looked at. */
  #version: number | undefined
  #isStopped = false
  readonly #owned: (() => void)[] = []
  readonly #timer = setInterval(() => this.look(), LOOK_MS).unref()
  #following: { readonly leave: AbortController; readonly ended: Promise<void> } | undefined
  /** Of the present try to follow. */
  #attempt = Promise.withResolvers<void>()

  constructor(deps: FleetControlDeps) {
    this.#deps = deps
    this.#copy = new ControlCopy({
      folder: deps.dataDir,
      log: deps.log,
      sealing: createSealing(deps.fleetKey, CONTROL),
      switched: (raw, markOf) => this.#show({ raw, isWritable: false, markOf }),
      applied: () => this.#applied(),
    })
    this.#asking = new ControlAsking({
      askOwner: deps.askOwner,
      control: () => this.db,
      isOwned: () => this.isOwned(),
      wait: () => this.acknowledged(),
      position: () => this.seq(),
      within: deps.askWithin,
    })
    this.#started.promise.catch(() => {})
    this.#attempt.promise.catch(() => {})
  }

  get db(): WritableControl {
    return this.#all
  }

  whenOwned(call: () => void): void {
    this.#owned.push(call)
    if (this.isOwned()) call()
  }

  isOwned(): boolean {
    return this.#standing === 'own' && this.#handle?.target.isWritable === true
  }

  writable(): WritableControl {
    return this.isOwned() ? this.#all : fail(controlErrors.ERR_CONTROL_ELSEWHERE, { retryAfter: 2 })
  }

  ask = (asked: AskedWrite): Promise<WriteAnswer> => this.#asking.write(asked)
  findClaim = (kind: ClaimKind, value: string): Promise<Claim | undefined> => this.#asking.findClaim(kind, value)
  answer = (question: unknown): Promise<unknown> => this.#asking.answer(question)
  attach = (writes: ControlWrites): void => this.#asking.attach(writes)

  seq = (): number => Math.max(this.#owner?.last?.seq ?? 0, this.#endedWith, this.#copy.seq)

  started = (): Promise<void> => this.#started.promise

  isRead = (): boolean =>
    this.#wasRead && !this.#isNewer && this.#standing !== 'lost' && (this.#file !== undefined || this.#isCopyMoving())

  #isCopyMoving(): boolean {
    const { stillAfter = STILL_MS } = this.#deps
    const now = performance.now()
    const isMoving = this.#copy.behind === 0 || now - this.#movedAt < stillAfter
    return this.#isCopyKept && isMoving && now - this.#fullAt >= FULL_MS
  }

  look(): void {
    if (this.#copy.behind === 0 || this.#copy.seq !== this.#movedTo) {
      this.#movedAt = performance.now()
      this.#movedTo = this.#copy.seq
    }
    if (this.#owner && this.#file) this.#owner.look()
  }

  wait(): Promise<void> | undefined {
    return performance.now() - this.#lostAt < LOST_MS ? dropped() : this.acknowledged()
  }

  acknowledged(): Promise<void> | undefined {
    if (this.#standing === 'lost') return dropped()
    if (this.#standing === 'held') return this.#released?.promise
    return this.#file ? this.#owner?.wait() : undefined
  }

  start(): void {
    if (this.#following || this.#isStopped) return
    this.#attempt = Promise.withResolvers()
    this.#attempt.promise.catch(() => {})
    const leave = new AbortController()
    this.#following = { leave, ended: this.#follow(leave.signal) }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#stopFollowing()
    if (this.#owner) {
      await this.#closeFile()
      await this.#owner.close()
      this.#owner = undefined
    }
    this.#handle?.close()
    this.#copy.closeFile()
    this.#started.reject(new Error('the node stops'))
  }

  readonly effects: CompanyEffects = {
    follow: async (_company, signal) => {
      this.start()
      const left = Promise.withResolvers<void>()
      const leave = () => left.resolve()
      signal.addEventListener('abort', leave)
      try {
        await Promise.race([this.#attempt.promise, left.promise])
      } finally {
        signal.removeEventListener('abort', leave)
      }
    },
    unfollow: async () => {}, // every node follows control.db
    claim: (_company, claimant, signal) => this.#claim(claimant, signal),
    open: async () => this.#open(),
    hold: () => this.#hold(),
    drop: () => this.#drop(),
    part: (_company, signal) => this.#part(signal),
    close: async () => this.#close(),
    putAside: async () => {
      await putAside(this.#deps.dataDir, [CONTROL_NAME])
      this.start()
    },
  }

  get #all(): WritableControl {
    if (!this.#db) throw new Error('control.db cannot be read here yet')
    return this.#db
  }

  // What is read

  #show(target: Target): void {
    if (this.#handle) this.#handle.switchTo(target)
    else {
      this.#handle = new Switchable(target, () => fail(controlErrors.ERR_CONTROL_ELSEWHERE, { retryAfter: 2 }))
      this.#db = asControlDb(this.#handle.asRaw)
    }
  }

  #applied(): void {
    if (!this.#handle) return
    othersWrote(this.#handle.asRaw)
    this.#lookAtSchema(this.#handle.asRaw)
    this.#asking.reached()
  }

  /** The owner may have brought it to another version. */
  #lookAtSchema(raw: Raw): void {
    const version = versionOf(raw)
    if (version === this.#version) return
    this.#version = version
    const fault = findControlFault(raw, this.#deps.steps)
    this.#isNewer = fault?.kind === 'newer'
    if (!fault) {
      this.#wasRead = true
      this.#started.resolve()
    } else if (fault.kind === 'newer' || !this.#wasRead) {
      this.#deps.logger.error({}, fault.words)
      this.#deps.unreadable?.(fault)
    }
  }

  // Following

  async #follow(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      const ending = Promise.withResolvers<unknown>()
      const leave = () => ending.resolve(undefined)
      signal.addEventListener('abort', leave)
      try {
        if (await this.#isChainEmpty()) {
          this.#attempt.resolve()
          await pause(EMPTY_PAUSE_MS, signal)
          continue
        }
        await this.#copy.open((error) => ending.resolve(error))
        failures = 0
        this.#nowFollowing()
        const error = await ending.promise
        if (error !== undefined) throw error
      } catch (error) {
        this.#isCopyKept = false
        if (isStorageFull(error)) this.#fullAt = performance.now()
        this.#deps.logger.error({ err: error }, 'the copy of control.db cannot be kept; it is begun again')
        this.#attempt.reject(error)
        this.#attempt = Promise.withResolvers()
        this.#attempt.promise.catch(() => {})
        await this.#copy.close()
        await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++), signal)
      } finally {
        signal.removeEventListener('abort', leave)
      }
    }
    await this.#copy.close()
  }

  #nowFollowing(): void {
    if (this.#standing === 'lost') this.#standing = 'following'
    this.#isCopyKept = true
    this.#attempt.resolve()
  }

  /** Nothing can be followed before the first snapshot. */
  async #isChainEmpty(): Promise<boolean> {
    for await (const message of this.#deps.log.read(CONTROL, 0)) if (readHead(message).kind !== 'epoch') return false
    return true
  }

  async #stopFollowing(): Promise<void> {
    this.#following?.leave.abort()
    await this.#following?.ended
    this.#following = undefined
  }

  // Owning

  async #claim({ mayFollow }: Claimant, signal: AbortSignal): Promise<number | undefined> {
    this.#requireKnown()
    await this.#stopFollowing()
    try {
      this.#owner = await this.#openOwner(mayFollow, signal)
    } catch (error) {
      this.start()
      if (error instanceof MayNotFollow || error instanceof ChainLost || error instanceof WriterStopped)
        return undefined
      throw error
    }
    this.#standing = 'claimed'
    return this.#owner.epoch
  }

  /** What another program has brought further cannot be opened here; another node shall take it. */
  #requireKnown(): void {
    const { steps = CONTROL_STEPS } = this.#deps
    const has = this.#handle ? versionOf(this.#handle.asRaw) : 0
    if (has > steps) throw new Error(`control.db has step ${has} of its schema, and this program knows ${steps}`)
  }

  #openOwner(mayFollow: Claimant['mayFollow'], signal: AbortSignal): Promise<Owner> {
    const { dataDir: folder, log, logger, fleetKey, pool, claim, report, steps = CONTROL_STEPS } = this.#deps
    return openOwner({
      company: CONTROL,
      folder,
      names: [CONTROL_NAME],
      log,
      fleetKey,
      pool,
      signal,
      claim: { ...claim(), steps: { [CONTROL_NAME]: steps } },
      mayFollow: async (last) => mayFollow(last && { ...(await last.find()), hasEnded: last.hasEnded }),
      onLost: (why) => {
        logger.error({ err: why }, 'another node extends the log of control.db: it is let go of here')
        report('refused')
      },
      onSnapshotFault: (why) => logger.warn({ err: why }, 'no snapshot could be made of control.db'),
    })
  }

  /** Brings it to the newest version of its schema. */
  #open(): void {
    const raw = openControl(this.#deps.dataDir).$client
    raw.pragma('wal_autocheckpoint = 0')
    this.#file = raw
    this.#show({ raw, isWritable: true })
    this.#copy.closeFile()
    this.#standing = 'own'
    this.#owner?.committed()
    this.#asking.reached()
    this.#wasRead = true
    this.#started.resolve()
    for (const call of this.#owned) this.#tried(call)
  }

  #tried(call: () => void): void {
    try {
      call()
    } catch (error) {
      this.#deps.logger.error({ err: error }, 'something that begins where control.db is owned has failed')
    }
  }

  #hold(): void {
    if (this.#standing !== 'own' && this.#standing !== 'claimed') return
    this.#standing = 'held'
    this.#released = Promise.withResolvers()
    this.#released.promise.catch(() => {})
  }

  #drop(): void {
    this.#standing = 'lost'
    this.#lostAt = performance.now()
    this.#released?.reject(new NotAcknowledged('control.db is no longer owned here'))
  }

  async #part(signal: AbortSignal): Promise<void> {
    const owner = this.#owner
    if (!owner) throw new ChainLost('control.db is not owned here')
    const stop = () => void owner.close()
    signal.addEventListener('abort', stop)
    try {
      await owner.wait()
      await this.#closeFile()
      await handOver(owner, signal)
    } finally {
      signal.removeEventListener('abort', stop)
    }
    this.#endedWith = owner.last?.seq ?? 0
    this.#owner = undefined
    this.#standing = 'following'
    this.#released?.resolve()
    this.start()
  }

  /** After it was parted with, nothing is left to do. */
  async #close(): Promise<void> {
    await this.#closeFile()
    await this.#owner?.close()
    this.#owner = undefined
  }

  /** Reads go on with a file of what is there now, and nothing is written any more. */
  async #closeFile(): Promise<void> {
    const raw = this.#file
    if (!raw || !this.#handle) return
    this.#handle.stopWriting()
    const bytes = raw.serialize()
    const pageSize = Number(raw.pragma('page_size', { simple: true }))
    await this.#copy.replace(bytes, { pageSize, pages: bytes.length / pageSize })
    this.#file = undefined
    raw.close()
  }
}

function dropped(): Promise<void> {
  const refusal = Promise.reject(new NotAcknowledged('control.db is no longer owned here'))
  refusal.catch(() => {}) // whoever asked may be gone
  return refusal
}
