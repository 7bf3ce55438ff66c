/**
 * Many nodes with the real placement and thousands of companies, which need no more than the times of their effects. A node's
 * time goes on while it computes, so that what it decides costs as much of its time as it would on a machine.
 */
import { drainMicrotasks } from 'bun:jsc'
import type { Bucket, Entry, Watching } from '../../../../src/fleet/bucket'
import type { CompanyEffects, LastOwner } from '../../../../src/fleet/placement/company-runner'
import type { NodeLease } from '../../../../src/fleet/placement/lease'
import type { OrderDeps } from '../../../../src/fleet/placement/move'
import type { NodeOrder, Ownership } from '../../../../src/fleet/placement/owners'
import { Placement } from '../../../../src/fleet/placement/placement'
import { pause, type Timers } from '../../../../src/fleet/placement/timers'
import type { Versions } from '../../../../src/fleet/placement/versions'
import { CONTROL } from '../../../../src/platform/gate'
import { VirtualTime } from './virtual-time'

/** Milliseconds, as measured with real servers and files (`tests/bench/fleet.ts`). */
export type EffectTimes = {
  /** To the servers and back; and the flush of a change on their disks. */
  readonly read: number
  readonly write: number
  /** A copy from the object store, and one that is here already. */
  readonly fetch: number
  readonly catchUp: number
  readonly open: number
  readonly close: number
}
const TIMES: EffectTimes = { read: 1, write: 3, fetch: 300, catchUp: 15, open: 25, close: 10 }
/** The changes that reach a node within this time come together. */
const DELIVERY_MS = 5

/** A process whose clock goes on while it computes, and that can be killed. */
export class MeasuredProcess implements Timers {
  readonly #time: VirtualTime
  #began: number | undefined
  isKilled = false
  /** Milliseconds of processor time since `forget`, and the longest time without a rest. */
  cpuMs = 0
  longestMs = 0

  constructor(time: VirtualTime) {
    this.#time = time
  }

  now = (): number => this.#time.now() + (this.#began === undefined ? 0 : performance.now() - this.#began)

  after(ms: number, run: () => void): () => void {
    return this.#time.after(ms, () => this.run(run))
  }

  run(work: () => void): void {
    if (this.isKilled) return
    if (this.#began !== undefined) {
      work()
      return
    }
    this.#began = performance.now()
    try {
      work()
      drainMicrotasks() // what follows in this turn is held up, too
    } finally {
      const took = performance.now() - this.#began
      this.#began = undefined
      this.cpuMs += took
      this.longestMs = Math.max(this.longestMs, took)
    }
  }

  forget(): void {
    this.cpuMs = 0
    this.longestMs = 0
  }
}

type Change<V> = readonly [key: string, entry: Entry<V> | undefined]

/** A bucket whose servers answer soon and count what they store. */
export class CountingBucket<V> {
  readonly #time: VirtualTime
  readonly #times: EffectTimes
  readonly stored = new Map<string, Entry<V>>()
  readonly #watchers = new Set<(change: Change<V>) => void>()
  #revision = 0
  writes = 0
  /** Changes that were too late. */
  refusals = 0

  constructor(time: VirtualTime, times: EffectTimes) {
    this.#time = time
    this.#times = times
  }

  #change(key: string, revision: number | undefined, value: V | undefined): number | undefined {
    if (this.stored.get(key)?.revision !== revision) {
      this.refusals++
      return undefined
    }
    this.writes++
    const entry = value === undefined ? undefined : { value, revision: ++this.#revision }
    if (entry) this.stored.set(key, entry)
    else this.stored.delete(key)
    for (const tell of this.#watchers) tell([key, entry])
    return this.#revision
  }

  /** Without a node. */
  store = (key: string, value: V): void => void this.#change(key, this.stored.get(key)?.revision, value)

  client(process: MeasuredProcess): Bucket<V> {
    const call = <T>(ms: number, work: () => T): Promise<T> =>
      new Promise((resolve) => {
        if (process.isKilled) return
        this.#time.after(ms, () => {
          const answer = work()
          process.run(() => resolve(answer))
        })
      })
    const { read, write } = this.#times
    return {
      get: (key) => call(read, () => this.stored.get(key)),
      create: (key, value) => call(write, () => this.#change(key, undefined, value)),
      update: (key, value, revision) => call(write, () => this.#change(key, revision, value)),
      remove: (key, revision) => call(write, () => this.#change(key, revision, undefined) !== undefined),
      watch: async (changed) => {
        await call(read, () => undefined)
        return this.#watch(process, changed)
      },
    }
  }

  #watch(process: MeasuredProcess, changed: (key: string, entry: Entry<V> | undefined) => void): Watching {
    for (const [key, entry] of this.stored) process.run(() => changed(key, entry))
    let waiting: Change<V>[] | undefined
    const tell = (change: Change<V>) => {
      if (process.isKilled) return void this.#watchers.delete(tell)
      if (waiting) return void waiting.push(change)
      waiting = [change]
      process.after(DELIVERY_MS, () => {
        const all = waiting ?? []
        waiting = undefined
        for (const [key, entry] of all) changed(key, entry)
      })
    }
    this.#watchers.add(tell)
    return { stop: () => void this.#watchers.delete(tell) }
  }
}

type Chain = { epoch: number; last: LastOwner | undefined }

/** A node's companies, which are the ends of their chains and nothing else. */
function effectsOf(name: string, process: MeasuredProcess, chains: Map<string, Chain>, times: EffectTimes) {
  const copies = new Set<string>()
  const chainOf = (company: string): Chain => {
    const chain = chains.get(company) ?? { epoch: 0, last: undefined }
    chains.set(company, chain)
    return chain
  }
  const effects: CompanyEffects = {
    async follow(company) {
      await pause(process, copies.has(company) || !chainOf(company).last ? times.catchUp : times.fetch)
      copies.add(company)
    },
    unfollow: async (company) => void copies.delete(company),
    async claim(company, { incarnation, mayFollow }) {
      await pause(process, times.read)
      const chain = chainOf(company)
      const { epoch } = chain
      if (!(await mayFollow(chain.last))) return undefined
      await pause(process, times.write)
      if (chain.epoch !== epoch) return undefined
      chain.epoch++
      chain.last = { node: name, incarnation, hasEnded: false }
      return chain.epoch
    },
    open: () => pause(process, times.open),
    hold() {},
    drop() {},
    async part(company) {
      await pause(process, times.write)
      const { last } = chainOf(company)
      if (last?.node === name) chainOf(company).last = { ...last, hasEnded: true }
    },
    close: () => pause(process, times.close),
    putAside: async (company) => void copies.delete(company),
  }
  return effects
}

export type LargeNode = {
  readonly name: string
  readonly process: MeasuredProcess
  readonly placement: Placement
  readonly faults: string[]
}

export const FIRST = 'first'
const VERSIONS: Versions = { program: '1.0.0', protocol: 1, schema: 100 }

export class LargeFleet {
  readonly time = new VirtualTime()
  readonly times: EffectTimes
  readonly servers: {
    readonly nodes: CountingBucket<NodeLease>
    readonly owners: CountingBucket<Ownership>
    readonly orders: CountingBucket<NodeOrder>
  }
  readonly #chains = new Map<string, Chain>()
  readonly nodes = new Map<string, LargeNode>()
  #incarnations = 0
  /** Owners at each look, which tells how many writes a second there were. */
  readonly #rates: number[] = []

  constructor(times: Partial<EffectTimes> = {}) {
    this.times = { ...TIMES, ...times }
    const bucket = <V>() => new CountingBucket<V>(this.time, this.times)
    this.servers = { nodes: bucket(), owners: bucket(), orders: bucket() }
  }

  boot(name: string, { versions = VERSIONS, capacity = 200 } = {}): LargeNode {
    const process = new MeasuredProcess(this.time)
    const { nodes, owners, orders } = this.servers
    const faults: string[] = []
    const placement = new Placement({
      node: name,
      buckets: { nodes: nodes.client(process), owners: owners.client(process), orders: orders.client(process) },
      timers: process,
      effects: effectsOf(name, process, this.#chains, this.times),
      firstCompany: FIRST,
      facts: () => ({
        url: `https://${name}:8443`,
        versions,
        load: { companies: 0, standbys: 0, busy: 0, capacity },
      }),
      newIncarnation: () => `${name}-${++this.#incarnations}`,
      failed: (company, effect, error) => faults.push(`${company}: ${effect}: ${String(error)}`),
    })
    const predecessor = this.nodes.get(name)?.placement.incarnation
    const node = { name, process, placement, faults }
    this.nodes.set(name, node)
    placement.start(predecessor).catch((error: unknown) => faults.push(String(error)))
    return node
  }

  running = (): LargeNode[] => [...this.nodes.values()].filter(({ process }) => !process.isKilled)

  depsOf = ({ placement, process }: LargeNode): OrderDeps => ({
    buckets: placement.buckets,
    picture: placement.picture,
    timers: process,
    firstCompany: FIRST,
  })

  /** As an installation that becomes a fleet: all companies are at one node, some of them at a time. */
  async adopt(node: LargeNode, count: number): Promise<void> {
    const names = [CONTROL, FIRST, ...Array.from({ length: count - 1 }, (_, at) => `company-${at + 1}`)]
    const worker = async () => {
      for (let name = names.shift(); name !== undefined; name = names.shift()) await node.placement.adopt(name)
    }
    await Promise.all(Array.from({ length: 8 }, worker))
  }

  /** As a fleet that has been at work for long: every node has its share. */
  async spread(count: number): Promise<void> {
    const names = [CONTROL, FIRST, ...Array.from({ length: count - 1 }, (_, at) => `company-${at + 1}`)]
    const nodes = this.running()
    const share = Math.ceil(names.length / nodes.length)
    const ready = nodes.map(async ({ name: node, placement }, at) => {
      for (const company of names.slice(at * share, (at + 1) * share)) {
        const chain = { epoch: 1, last: { node, incarnation: placement.incarnation, hasEnded: true } }
        this.#chains.set(company, chain)
        const owner = { node, incarnation: '', epoch: 0, schema: VERSIONS.schema, to: node, isFree: true }
        this.servers.owners.store(company, owner)
      }
    })
    await Promise.all(ready)
    await this.measure(() => this.owned().size === names.length, 600)
  }

  /** Companies that a living node owns; throws if two own one. */
  owned(): Map<string, string> {
    const owned = new Map<string, string>()
    for (const { name, placement } of this.running())
      for (const company of placement.companies()) {
        if (!placement.owns(company)) continue
        const other = owned.get(company)
        if (other !== undefined) throw new Error(`${other} and ${name} own ${company}`)
        owned.set(company, name)
      }
    return owned
  }

  countReadyStandbys = (): number =>
    [...this.servers.owners.stored.values()].filter(({ value }) => value.isStandbyReady).length

  countStandbysOn = (node: string): number =>
    [...this.servers.owners.stored.values()].filter(({ value }) => value.standby === node).length

  /**
   * Lets time pass until `isSo`, which is asked a few times a second, and measures what it takes. `most` and the result are in
   * seconds.
   */
  async measure(isSo: () => boolean, most: number): Promise<Measured> {
    const { owners, nodes } = this.servers
    for (const { process } of this.nodes.values()) process.forget()
    const [began, stored, renewed, refused] = [this.time.now(), owners.writes, nodes.writes, owners.refusals]
    this.#rates.length = 0
    let perSecond = owners.writes
    let second = 0
    while (!isSo()) {
      if (this.time.now() - began > most * 1000) throw new Error(`did not happen within ${most} s`)
      await this.time.pass(250)
      this.owned()
      if (++second % 4 === 0) {
        this.#rates.push(owners.writes - perSecond)
        perSecond = owners.writes
      }
    }
    const seconds = Math.max((this.time.now() - began) / 1000, 0.25)
    const all = this.running().map(({ process }) => process)
    return {
      seconds,
      writes: owners.writes - stored,
      mostWritesPerSecond: Math.max(owners.writes - perSecond, ...this.#rates),
      renewalsPerSecond: Math.round((nodes.writes - renewed) / seconds),
      refused: owners.refusals - refused,
      cpuPercent: rounded(Math.max(...all.map(({ cpuMs }) => cpuMs)) / seconds / 10),
      longestMs: rounded(Math.max(...all.map(({ longestMs }) => longestMs))),
    }
  }
}

export type Measured = {
  readonly seconds: number
  /** To `owners`. */
  readonly writes: number
  readonly mostWritesPerSecond: number
  readonly renewalsPerSecond: number
  readonly refused: number
  /** Of a core, at the busiest node. */
  readonly cpuPercent: number
  /** For which a node's event loop was held. */
  readonly longestMs: number
}

const rounded = (value: number) => Math.round(value * 10) / 10
