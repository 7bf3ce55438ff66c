/** A bucket in memory, as unkind as a real one: it answers late, never, or after the change; watches lag and have gaps. */
import { type Bucket, type Entry, Unreachable, type Watching } from '../../../../src/fleet/bucket'
import type { Link } from './network'
import type { VirtualTime } from './virtual-time'

type Stored = { readonly text: string; readonly revision: number; readonly storedAt: number }
type Listener = (key: string, stored: Stored | undefined, hasExpired: boolean) => void

const TIMEOUT_MS = 10_000

export class BucketServer<V> {
  readonly #time: VirtualTime
  readonly #ttl: number | undefined
  readonly #stored = new Map<string, Stored>()
  readonly #listeners = new Set<Listener>()
  #revision = 0
  /** By how much the server's clock was set forward. */
  #ahead = 0

  constructor(time: VirtualTime, ttl?: number) {
    this.#time = time
    this.#ttl = ttl
  }

  #now = () => this.#time.now() + this.#ahead

  /** Sets the server's clock: entries whose time seems to be over are forgotten, or kept for longer. */
  jump(ms: number): void {
    this.#ahead += ms
    this.#expire()
  }

  #expire(): void {
    if (this.#ttl === undefined) return
    for (const [key, { storedAt }] of this.#stored)
      if (this.#now() - storedAt >= this.#ttl) {
        this.#stored.delete(key)
        this.#tell(key, undefined, true)
      }
  }

  #tell(key: string, stored: Stored | undefined, hasExpired = false): void {
    for (const listener of this.#listeners) listener(key, stored, hasExpired)
  }

  #store(key: string, value: V): number {
    const revision = ++this.#revision
    const stored = { text: JSON.stringify(value), revision, storedAt: this.#now() }
    this.#stored.set(key, stored)
    this.#tell(key, stored)
    if (this.#ttl !== undefined) this.#time.after(this.#ttl, () => this.#expire())
    return revision
  }

  read(key: string): Entry<V> | undefined {
    this.#expire()
    return toEntry(this.#stored.get(key))
  }

  entries(): Map<string, Entry<V>> {
    return new Map(
      [...this.#stored.keys()].flatMap((key) => {
        const entry = this.read(key)
        return entry ? [[key, entry] as const] : []
      }),
    )
  }

  change(key: string, revision: number | undefined, value: V | undefined): number | undefined {
    this.#expire()
    if (this.#stored.get(key)?.revision !== revision) return undefined
    if (value !== undefined) return this.#store(key, value)
    this.#stored.delete(key)
    this.#tell(key, undefined)
    return ++this.#revision
  }

  /** The bucket as one node sees it. */
  client(link: Link): Bucket<V> {
    const call = <T>(work: () => T) => link.call(work, TIMEOUT_MS, () => new Unreachable('no answer for 10 s'))
    return {
      get: (key) => call(() => this.read(key)),
      create: (key, value) => call(() => this.change(key, undefined, value)),
      update: (key, value, revision) => call(() => this.change(key, revision, value)),
      remove: (key, revision) => call(() => this.change(key, revision, undefined) !== undefined),
      watch: async (changed) => {
        await call(() => true)
        return this.#watch(link, changed)
      },
    }
  }

  #watch(link: Link, changed: (key: string, entry: Entry<V> | undefined) => void): Watching {
    const known = new Map<string, number>()
    let deliveredAt = 0
    let isOver = false
    const learn = (key: string, stored: Stored | undefined) => {
      if (isOver || (stored?.revision ?? 0) === (known.get(key) ?? 0)) return
      if (stored) known.set(key, stored.revision)
      else known.delete(key)
      changed(key, toEntry(stored))
    }
    const compare = () => {
      for (const key of new Set([...known.keys(), ...this.#stored.keys()])) {
        const stored = this.#stored.get(key)
        if (!stored || stored.revision > (known.get(key) ?? 0)) learn(key, stored)
      }
    }
    const hear: Listener = (key, stored, hasExpired) => {
      if (link.isCut) return
      // An expiry is noticed late.
      const delay = hasExpired ? link.random.between(0, 1500) : link.delay()
      deliveredAt = Math.max(deliveredAt, link.time.now() + delay)
      link.time.after(deliveredAt - link.time.now(), () => {
        if (link.isCut || (stored && stored.revision <= (known.get(key) ?? 0))) return
        link.process.run(() => learn(key, stored))
      })
    }
    this.#listeners.add(hear)
    const endMended = link.onMended(() => link.process.run(compare))
    compare()
    return {
      stop: () => {
        isOver = true
        this.#listeners.delete(hear)
        endMended()
      },
    }
  }
}

function toEntry<V>(stored: Stored | undefined): Entry<V> | undefined {
  return stored && { value: JSON.parse(stored.text), revision: stored.revision }
}
