/**
 * A node's lease: an entry that says this process lives, renewed each second. It decides who may try to own a company; the
 * company's log decides who may.
 */
import { type Bucket, type Entry, Unreachable } from '../bucket'
import { pause, type Timers } from './timers'
import type { Versions } from './versions'

/** `capacity` and `busy` share a unit of our choice: the load of one company of usual size is 1. */
export type Load = {
  readonly companies: number
  readonly standbys: number
  readonly busy: number
  readonly capacity: number
  /** Absent in a lease of an earlier version. */
  readonly machine?: MachineLoad
}

/** What the node's machine has, and uses. */
export type MachineLoad = {
  readonly cpus: number
  readonly memoryBytes: number
  readonly diskBytes: number
  /** Shares in use by everything on the machine, between 0 and 1. */
  readonly cpu: number
  readonly memory: number
  readonly disk: number
  /** What this process uses of them; `cpu` is a share of all processors. */
  readonly own: { readonly cpu: number; readonly memoryBytes: number }
  /** Connections of the companies that the node owns, and those of them that work. */
  readonly connections: { readonly total: number; readonly up: number }
  /** When the process began, in milliseconds since 1970. */
  readonly startedAt: number
}

export type NodeFacts = {
  /** Where other nodes reach this one. */
  readonly url: string
  readonly versions: Versions
  readonly load: Load
  /** The node's disk has no room for more companies or copies; absent while it has. */
  readonly isFull?: true
  /** Records that this node's copies lack, by company; those that lack none are left out. */
  readonly lag?: Readonly<Record<string, number>>
  /** Media that only this node's disk has; absent when the object store has all. */
  readonly unstored?: UnstoredMedia
}
export type UnstoredMedia = { readonly files: number; readonly bytes: number }
export type NodeLease = NodeFacts & {
  readonly incarnation: string
  /** The incarnation before this one, if it is certain that it does nothing any more. */
  readonly after?: string
  /** The process has let go of everything and ends. */
  readonly isStopped?: boolean
  /** How long the servers take to store something: milliseconds of a renewal, smoothed. */
  readonly answerMs?: number
}

/** Weight of the newest renewal in the mean that is shown. */
const NEWEST = 0.3

export type LeaseTimes = ReturnType<typeof leaseTimesFor>

/** Milliseconds, for a bucket that forgets an entry which was not renewed for `ttl`. */
export const leaseTimesFor = (ttl: number) => ({
  ttl,
  /** How long the node itself trusts a renewal, counted from its sending. */
  ownView: (ttl * 3) / 4,
  renew: ttl / 12,
  /** A renewal without an answer is sent again after this time, with the same revision: only one of them can succeed. */
  repeat: ttl / 24,
  /** After so long without an answer, nothing can be handed over in the time that a service has to end. */
  silence: ttl / 3,
})

/** Longer than the election of a stream's leader. */
export const LEASE_TTL_MS = 12_000

/** Renewals that show another process to live. The first may be the last one of a process that has just crashed. */
const SIGNS_OF_LIFE = 2

/** Another process uses this node's name. */
export class NodeNameTaken extends Error {
  constructor(node: string, url: string) {
    super(
      `The node name "${node}" is in use by another process, which answers at ${url}. Stop that process, or give this one another name with BALCAO_FLEET_NODE.`,
    )
    this.name = 'NodeNameTaken'
  }
}

export type LeaseDeps = {
  readonly node: string
  readonly bucket: Bucket<NodeLease>
  readonly timers: Timers
  /** Usually those of `LEASE_TTL_MS`. */
  readonly times?: LeaseTimes
  readonly facts: () => NodeFacts
  readonly newIncarnation: () => string
  /** Called once for each incarnation that has ended, other than by `stop`. Nothing may leave from then on. */
  readonly onOver: (why: string) => void
}

export class Lease {
  readonly #deps: LeaseDeps & { readonly times: LeaseTimes }
  #incarnation = ''
  #predecessor: string | undefined
  #revision = 0
  /** End of the own view, by `timers.now`. */
  #until = Number.NEGATIVE_INFINITY
  #isActive = false
  #isStopping = false
  #sentAt = Number.NEGATIVE_INFINITY
  #waiting = 0
  #answerMs: number | undefined
  #endTicks = () => {}

  constructor(deps: LeaseDeps) {
    this.#deps = { times: leaseTimesFor(LEASE_TTL_MS), ...deps }
  }

  get incarnation(): string {
    return this.#incarnation
  }

  /** Whether this node may let anything leave. */
  isHeld(): boolean {
    return this.#isActive && this.#deps.timers.now() < this.#until
  }

  /** Whether a lease that is held has had no answer for so long that a node which ends should not wait for one. */
  isUnanswered(): boolean {
    const { timers, times } = this.#deps
    return this.#isActive && timers.now() - (this.#until - times.ownView) >= times.silence
  }

  /**
   * Resolves when the lease is held, which lasts up to `times.ttl` after a crash. `predecessor` is an incarnation that is known to
   * be over, such as that of the process before this one in the same data folder. Throws `NodeNameTaken`.
   */
  async start(predecessor?: string): Promise<void> {
    this.#incarnation = this.#deps.newIncarnation()
    this.#predecessor = predecessor
    this.#revision = 0
    await this.#acquire(predecessor)
    if (!this.#isStopping) this.#tick()
  }

  /** Comes back with a new incarnation, after everything of the last one is closed. Throws `NodeNameTaken`. */
  restart = (): Promise<void> => this.start(this.#incarnation)

  /** After everything is closed. Others need not wait for the lease to expire, unless the servers do not answer. */
  async stop(): Promise<void> {
    const isTold = this.#isActive && !this.isUnanswered()
    this.#isStopping = true
    this.#end()
    if (!isTold) return
    try {
      await this.#deps.bucket.update(this.#deps.node, { ...this.#value(), isStopped: true }, this.#revision)
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
    }
  }

  #value(): NodeLease {
    const { facts } = this.#deps
    const after = this.#predecessor
    const answerMs = this.#answerMs === undefined ? {} : { answerMs: Math.round(this.#answerMs * 10) / 10 }
    return { ...facts(), incarnation: this.#incarnation, ...answerMs, ...(after === undefined ? {} : { after }) }
  }

  #end(): void {
    this.#isActive = false
    this.#until = Number.NEGATIVE_INFINITY
    this.#endTicks()
  }

  #over(why: string): void {
    if (!this.#isActive) return
    this.#end()
    this.#deps.onOver(why)
  }

  async #acquire(predecessor: string | undefined): Promise<void> {
    const { node, bucket, timers, times } = this.#deps
    let other: { readonly revision: number; readonly at: number; readonly renewals: number } | undefined
    while (!this.#isStopping) {
      try {
        const entry = await bucket.get(node)
        const now = timers.now()
        const isFree = !entry || this.#isMine(entry) || isOver(entry.value, predecessor)
        if (isFree || (other?.revision === entry.revision && now - other.at >= times.ttl)) {
          const revision = entry
            ? await bucket.update(node, this.#value(), entry.revision)
            : await bucket.create(node, this.#value())
          if (revision !== undefined) return this.#hold(revision, now)
          continue // somebody was faster: perhaps a last renewal of a process that is dead
        } else if (other?.revision !== entry.revision) {
          other = { revision: entry.revision, at: now, renewals: other ? other.renewals + 1 : 0 }
          if (other.renewals >= SIGNS_OF_LIFE) throw new NodeNameTaken(node, entry.value.url)
        }
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
      }
      await pause(timers, times.renew)
    }
  }

  #isMine = ({ value }: Entry<NodeLease>) => value.incarnation === this.#incarnation

  #hold(revision: number, sentAt: number): void {
    this.#revision = revision
    this.#until = sentAt + this.#deps.times.ownView
    this.#isActive = true
  }

  #tick(): void {
    const { timers, times } = this.#deps
    if (!this.#isActive) return
    const now = timers.now()
    if (now >= this.#until) {
      this.#over(`no renewal was acknowledged for ${times.ownView / 1000} s`)
      return
    }
    const due = this.#sentAt + (this.#waiting > 0 ? times.repeat : times.renew)
    if (now >= due) void this.#renew()
    this.#endTicks = timers.after(Math.min(times.repeat, this.#until - now), () => this.#tick())
  }

  async #renew(): Promise<void> {
    const { node, bucket, timers, times } = this.#deps
    const incarnation = this.#incarnation
    const sentAt = timers.now()
    this.#sentAt = sentAt
    this.#waiting++
    try {
      const revision = await bucket.update(node, this.#value(), this.#revision)
      if (!this.#isActive || incarnation !== this.#incarnation) return
      if (revision === undefined) await this.#look(incarnation)
      else {
        this.#revision = Math.max(this.#revision, revision)
        this.#until = Math.max(this.#until, sentAt + times.ownView)
        const took = timers.now() - sentAt
        this.#answerMs = this.#answerMs === undefined ? took : this.#answerMs + NEWEST * (took - this.#answerMs)
      }
    } catch (error) {
      // What has no answer proves nothing; the own view ends by itself.
      if (!(error instanceof Unreachable)) throw error
    } finally {
      this.#waiting--
    }
  }

  /** The entry is not at the revision that we know: an unanswered renewal of ours was stored, or it is no longer ours. */
  async #look(incarnation: string): Promise<void> {
    const entry = await this.#deps.bucket.get(this.#deps.node)
    if (!this.#isActive || incarnation !== this.#incarnation) return
    if (entry && this.#isMine(entry)) {
      this.#revision = Math.max(this.#revision, entry.revision)
      void this.#renew()
    } else
      this.#over(entry ? `another process took the name of this node: ${entry.value.url}` : 'the lease has expired')
  }
}

const isOver = ({ incarnation, isStopped }: NodeLease, predecessor: string | undefined) =>
  isStopped === true || incarnation === predecessor
