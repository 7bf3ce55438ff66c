/**
 * The owner's side of a company: ships what is committed to the log, one record at a time, and tells what is
 * acknowledged. Commits meanwhile ship together in the next record.
 */
import { NotAcknowledged } from '../platform/gate'
import type { Link } from './chain'
import { hasFrames, readCut } from './cut'
import { ChainLost, type LogWriter } from './log-writer'
import type { Cut, OwnerFiles } from './owner-files'
import { type PagePool, ShippedPages } from './pages'
import type { FileState } from './records'
import { FramesGone } from './wal'

export type ShipperDeps = {
  readonly company: string
  readonly writer: LogWriter
  readonly files: OwnerFiles
  readonly pool: PagePool
  /** Frames in a log at which it is moved into the file. */
  readonly checkpointFrames?: number
  /** Called once, when the chain cannot be extended any more. */
  readonly onLost: (why: Error) => void
  /** Ships all files anew, because the log of one was overwritten before it was read. */
  readonly onGone: (why: FramesGone) => Promise<void>
  /** Called when all that is committed is acknowledged and in the database files. */
  readonly onCheckpoint?: (states: readonly FileState[], last: Link | undefined) => void
  /** Called after each acknowledged record. */
  readonly onRecord?: (record: RecordFacts) => void
}
export type RecordFacts = { readonly seq: number; readonly bytes: number; readonly parts: number; readonly ms: number }

/** Work that needs the chain to itself, between two records. */
type Turn = { run(): Promise<void>; readonly waiter: Waiter }

/** A long log slows reads, and SQLite moves it in one go, which holds the event loop. */
const CHECKPOINT_FRAMES = 250

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

type Waiter = { readonly promise: Promise<void>; resolve(): void; reject(why: Error): void }
function createWaiter(): Waiter {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  promise.catch(() => {}) // nobody may wait
  return { promise, resolve, reject }
}

export class Shipper {
  readonly #deps: ShipperDeps
  readonly #shipped: ShippedPages
  #acknowledged: readonly FileState[]
  /** The cut that is on its way, and who waits for it. */
  #flying: { readonly states: readonly FileState[]; readonly waiter: Waiter } | undefined
  /** Who waits for the cut after it. */
  #next: Waiter | undefined
  readonly #turns: Turn[] = []
  #isHeld = false
  #isPlanned = false
  /** Something may have been committed since the last look. */
  #isWanted = false
  #running: Promise<void> | undefined
  #lost: Error | undefined

  constructor(deps: ShipperDeps) {
    this.#deps = deps
    this.#shipped = new ShippedPages(deps.pool)
    this.#acknowledged = deps.files.states
  }

  /** Positions of what is in the chain. */
  get acknowledged(): readonly FileState[] {
    return this.#acknowledged
  }

  /** Plans to ship, at the end of this turn of the event loop. Call it after each commit. */
  committed(): void {
    this.#isWanted = true
    if (this.#isPlanned || this.#running || this.#lost) return
    this.#isPlanned = true
    setImmediate(() => {
      this.#isPlanned = false
      this.#start()
    })
  }

  /** Plans to ship if anything is committed. Returns whether something is not acknowledged yet. */
  look(): boolean {
    if (this.#lost) return false
    if (this.#flying) return true
    if (this.#deps.files.areAt(this.#acknowledged)) return false
    this.committed()
    return true
  }

  /** As `Gate.wait`. */
  wait(): Promise<void> | undefined {
    if (this.#lost) return Promise.reject(new NotAcknowledged(this.#lost.message))
    const { files } = this.#deps
    if (this.#flying) {
      if (files.areAt(this.#flying.states)) return this.#flying.waiter.promise
    } else if (files.areAt(this.#acknowledged)) return undefined
    this.#next ??= createWaiter()
    this.committed()
    return this.#next.promise
  }

  /** Runs `work` while no record is on its way. Rejects if the chain is lost. */
  inTurn(work: () => Promise<void>): Promise<void> {
    if (this.#lost) return Promise.reject(this.#lost)
    const waiter = createWaiter()
    this.#turns.push({ run: work, waiter })
    this.committed()
    return waiter.promise
  }

  /** Whether the database files stay as they are: a snapshot reads them. */
  holdFiles(isHeld: boolean): void {
    this.#isHeld = isHeld
  }

  /** Everything up to `states` is in the chain now. */
  startFrom(states: readonly FileState[]): void {
    this.#acknowledged = states
    this.#shipped.clear()
  }

  /** Waits until nothing is on its way; nothing is shipped afterwards. */
  async stop(): Promise<void> {
    if (!this.#lost) this.#drop(new Error(`${this.#deps.company} is no longer shipped from here`))
    await this.#running
  }

  #start(): void {
    if (this.#running || this.#lost) return
    this.#running = this.#shipAll().then(
      () => {
        this.#running = undefined
        if (this.#isWanted) this.committed()
      },
      (error: unknown) => {
        this.#running = undefined
        this.#lose(asError(error))
      },
    )
  }

  async #shipAll(): Promise<void> {
    for (;;) {
      this.#isWanted = false
      await this.#takeTurns()
      if (this.#lost || this.#deps.files.areAt(this.#acknowledged)) break
      try {
        const cut = this.#deps.files.cut()
        if (cut) await this.#ship(cut)
        else await Bun.sleep(1) // another process is changing the index
      } catch (error) {
        if (!(error instanceof FramesGone)) throw error
        await this.#deps.onGone(error)
        this.#flying?.waiter.resolve()
        this.#flying = undefined
      }
    }
    if (this.#lost) return
    this.#next?.resolve()
    this.#next = undefined
    this.#checkpointIfLong()
  }

  async #takeTurns(): Promise<void> {
    for (let turn = this.#turns.shift(); turn; turn = this.#turns.shift()) {
      try {
        await turn.run()
        turn.waiter.resolve()
      } catch (error) {
        turn.waiter.reject(asError(error))
        if (error instanceof ChainLost) throw error
      }
    }
  }

  async #ship({ files }: Cut): Promise<void> {
    const states = files.map(({ state }) => state)
    const flying = { states, waiter: this.#flying?.waiter ?? this.#next ?? createWaiter() }
    this.#next = undefined
    this.#flying = flying
    const began = performance.now()
    if (files.some(hasFrames)) {
      const parts = await readCut(files, this.#shipped)
      try {
        const { link, bytes } = await this.#deps.writer.appendFrames(parts.parts, parts.bodies)
        this.#deps.onRecord?.({ seq: link.seq, bytes, parts: parts.parts, ms: performance.now() - began })
      } finally {
        parts.close()
      }
    }
    if (this.#lost) return
    this.#acknowledged = states
    this.#flying = undefined
    flying.waiter.resolve()
    this.#checkpointIfLong()
  }

  /** Moves what is acknowledged into the database files, if nothing else is committed. Returns whether it did. */
  checkpoint(): boolean {
    const { files, onCheckpoint, writer } = this.#deps
    if (this.#isHeld || !files.checkpoint(this.#acknowledged)) return false
    onCheckpoint?.(this.#acknowledged, writer.last)
    return true
  }

  #checkpointIfLong(): void {
    const { checkpointFrames = CHECKPOINT_FRAMES } = this.#deps
    if (this.#acknowledged.some(({ frame }) => frame >= checkpointFrames)) this.checkpoint()
  }

  #lose(why: Error): void {
    if (this.#lost) return
    this.#drop(why)
    this.#deps.onLost(why)
  }

  /** What waits shows commits that will not be in the chain. */
  #drop(why: Error): void {
    this.#lost = why
    const dropped = new NotAcknowledged(why.message)
    this.#flying?.waiter.reject(dropped)
    this.#next?.reject(dropped)
    this.#flying = undefined
    this.#next = undefined
    for (const { waiter } of this.#turns.splice(0)) waiter.reject(why)
    this.#shipped.clear()
  }
}
