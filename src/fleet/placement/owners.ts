/** The picture that every node has of the fleet: who lives, who owns which company, and what operators have ordered. */
import type { Bucket, Entry, Watching } from '../bucket'
import { LEASE_TTL_MS, type NodeLease } from './lease'
import type { Timers } from './timers'

export type Ownership = {
  readonly node: string
  readonly incarnation: string
  /** Of the owner's `epoch` record in the company's log. */
  readonly epoch: number
  /** Steps of the schema, which every later owner must know. */
  readonly schema: number
  readonly standby?: string
  /** The standby has applied everything once, and applies records as they come. */
  readonly isStandbyReady?: boolean
  /** The node that had it before this one took it over; absent if it was moved here. It gets the company again. */
  readonly home?: string
  /** Where the company shall go; the standby stays what it is until then. */
  readonly to?: string
  /** The node in `to` has a copy, too. */
  readonly isToReady?: boolean
  /** The owner has ended cleanly: `to`, the standby or another may take the company at once. */
  readonly isFree?: boolean
}

/** Whether a node other than the owner applies the company's records as they come. */
export const hasCopyAt = ({ to, isToReady, standby, isStandbyReady }: Ownership, node: string): boolean =>
  (to === node && isToReady === true) || (standby === node && isStandbyReady === true)

/** `companies`: how many the node had when it was ordered. */
export type NodeOrder = { readonly kind: 'drain' | 'leave'; readonly companies: number }

export type Buckets = {
  readonly nodes: Bucket<NodeLease>
  readonly owners: Bucket<Ownership>
  readonly orders: Bucket<NodeOrder>
}

export type Owner = { readonly node: string; readonly url: string; readonly epoch: number }

/** Companies by what nodes have to do with them, so that nobody looks at all of them after each change. */
class OwnerIndex {
  readonly #byNode = new Map<string, Set<string>>()
  readonly #byIncarnation = new Map<string, Set<string>>()
  readonly #standbys = new Map<string, number>()
  readonly duties = new Map<string, number>()
  readonly free = new Set<string>()

  /** Companies that a node owns or copies, or that shall go there. */
  companiesOf = (node: string): ReadonlySet<string> => this.#byNode.get(node) ?? none
  incarnations = (): IterableIterator<string> => this.#byIncarnation.keys()
  ownedBy = (incarnation: string): ReadonlySet<string> => this.#byIncarnation.get(incarnation) ?? none
  standbys = (): IterableIterator<string> => this.#standbys.keys()

  replace(company: string, before: Ownership | undefined, after: Ownership | undefined): void {
    if (before) this.#remove(company, before)
    if (after) this.#add(company, after)
  }

  #add(company: string, ownership: Ownership): void {
    for (const node of nodesOf(ownership)) {
      join(this.#byNode, node, company)
      count(this.duties, node, 1)
    }
    if (ownership.isFree) this.free.add(company)
    else join(this.#byIncarnation, processOf(ownership), company)
    if (ownership.standby !== undefined) count(this.#standbys, ownership.standby, 1)
  }

  #remove(company: string, ownership: Ownership): void {
    for (const node of nodesOf(ownership)) {
      leave(this.#byNode, node, company)
      count(this.duties, node, -1)
    }
    if (ownership.isFree) this.free.delete(company)
    else leave(this.#byIncarnation, processOf(ownership), company)
    if (ownership.standby !== undefined) count(this.#standbys, ownership.standby, -1)
  }
}

const none: ReadonlySet<string> = new Set()
/** Each once: whoever owns a company keeps no copy of it beside. */
const nodesOf = ({ node, standby, to }: Ownership): ReadonlySet<string> =>
  new Set([node, standby, to].filter((one) => one !== undefined))
/** Names of nodes have no spaces. */
const processOf = ({ node, incarnation }: Pick<Ownership, 'node' | 'incarnation'>) => `${node} ${incarnation}`

function join(sets: Map<string, Set<string>>, name: string, company: string): void {
  const set = sets.get(name)
  if (set) set.add(company)
  else sets.set(name, new Set([company]))
}
function leave(sets: Map<string, Set<string>>, name: string, company: string): void {
  const set = sets.get(name)
  set?.delete(company)
  if (set?.size === 0) sets.delete(name)
}
function count(counts: Map<string, number>, name: string, change: 1 | -1): void {
  const now = (counts.get(name) ?? 0) + change
  if (now === 0) counts.delete(name)
  else counts.set(name, now)
}

type Sighting = { readonly revision: number; readonly at: number }

export class Picture {
  readonly #buckets: Buckets
  readonly #timers: Timers
  readonly #changed: (company?: string) => void
  readonly #leaseTtlMs: number
  #watches: Watching[] = []
  #completeAt: number | undefined
  readonly #nodes = new Map<string, Entry<NodeLease>>()
  readonly #owners = new Map<string, Entry<Ownership>>()
  readonly #orders = new Map<string, Entry<NodeOrder>>()
  readonly #index = new OwnerIndex()
  /** When each incarnation was last seen to be renewed, by node. */
  readonly #sightings = new Map<string, Map<string, Sighting>>()

  constructor(buckets: Buckets, timers: Timers, changed: (company?: string) => void, leaseTtlMs = LEASE_TTL_MS) {
    this.#buckets = buckets
    this.#timers = timers
    this.#changed = changed
    this.#leaseTtlMs = leaseTtlMs
  }

  /** Resolves when everything that exists is known. */
  async start(): Promise<void> {
    const { nodes, owners, orders } = this.#buckets
    this.#watches = await Promise.all([
      nodes.watch((node, entry) => {
        if (entry) this.#see(node, entry)
        this.#learn(this.#nodes, node, entry)
      }),
      owners.watch((company, entry) => this.#learn(this.#owners, company, entry)),
      orders.watch((node, entry) => this.#learn(this.#orders, node, entry)),
    ])
    this.#completeAt = this.#timers.now()
    this.#changed()
  }

  async stop(): Promise<void> {
    await Promise.all(this.#watches.map((watch) => watch.stop()))
    this.#watches = []
    this.#completeAt = undefined
  }

  get isComplete(): boolean {
    return this.#completeAt !== undefined
  }

  get owners(): ReadonlyMap<string, Entry<Ownership>> {
    return this.#owners
  }

  /** Also those that have stopped or are silent. */
  get nodes(): ReadonlyMap<string, Entry<NodeLease>> {
    return this.#nodes
  }

  /** Companies that a node owns or copies, or that shall go there. */
  companiesOf = (node: string): ReadonlySet<string> => this.#index.companiesOf(node)

  /** How many companies each node owns or keeps a copy of, also those that are on their way there. */
  get duties(): ReadonlyMap<string, number> {
    return this.#index.duties
  }

  /** Companies that nobody owns: free ones, and those of processes that seem to be over. */
  *vacant(): IterableIterator<string> {
    yield* this.#index.free
    for (const process of this.#index.incarnations()) {
      const [node = '', incarnation = ''] = process.split(' ')
      if (this.seemsOver(node, incarnation)) yield* this.#index.ownedBy(process)
    }
  }

  /** Nodes that are the standby of some company. */
  standbys = (): IterableIterator<string> => this.#index.standbys()

  orderOf(node: string): Entry<NodeOrder> | undefined {
    return this.#orders.get(node)
  }

  /** Nodes that renew their lease, by name. */
  living(): Map<string, NodeLease> {
    const living = new Map<string, NodeLease>()
    for (const [node, { value }] of this.#nodes) if (!this.seemsOver(node, value.incarnation)) living.set(node, value)
    return living
  }

  /** Undefined while nobody owns the company: its owner is gone or has ended, and nobody took it yet. */
  ownerOf(company: string): Owner | undefined {
    const ownership = this.#owners.get(company)?.value
    if (!ownership || ownership.isFree) return undefined
    const { node, incarnation, epoch } = ownership
    const lease = this.#nodes.get(node)?.value
    if (!lease || this.seemsOver(node, incarnation)) return undefined
    return { node, url: lease.url, epoch }
  }

  /**
   * Whether an incarnation does nothing any more, as far as this node has seen. An entry that is gone proves nothing for
   * 12 s after its last renewal: a server whose clock jumps forgets entries whose node still trusts them.
   */
  seemsOver(node: string, incarnation: string): boolean {
    const lease = this.#nodes.get(node)?.value
    if (lease?.incarnation === incarnation && lease.isStopped) return true
    if (lease && lease.incarnation !== incarnation && lease.after === incarnation) return true
    const seenAt = this.#sightings.get(node)?.get(incarnation)?.at ?? this.#completeAt
    return seenAt !== undefined && this.#timers.now() - seenAt >= this.#leaseTtlMs
  }

  /** Asks the servers before somebody else takes what the incarnation owned. Throws `Unreachable`. */
  async isOver(node: string, incarnation: string): Promise<boolean> {
    const entry = await this.#buckets.nodes.get(node)
    if (entry) this.#see(node, entry)
    return this.seemsOver(node, incarnation)
  }

  /** Stores a change of ours, or what another has stored meanwhile, before the watch reports it. */
  learnOwnership(company: string, entry: Entry<Ownership> | undefined): void {
    this.#learn(this.#owners, company, entry)
  }

  #see(node: string, entry: Entry<NodeLease>): void {
    const seen = this.#sightings.get(node) ?? new Map<string, Sighting>()
    const last = seen.get(entry.value.incarnation)
    if (last && last.revision >= entry.revision) return
    const now = this.#timers.now()
    for (const [incarnation, { at }] of seen) if (now - at > this.#leaseTtlMs) seen.delete(incarnation) // over, as if never seen
    seen.set(entry.value.incarnation, { revision: entry.revision, at: now })
    this.#sightings.set(node, seen)
  }

  #learn<V>(known: Map<string, Entry<V>>, key: string, entry: Entry<V> | undefined): void {
    const before = known.get(key)
    if (!entry) known.delete(key)
    else if (before && before.revision >= entry.revision) return
    else known.set(key, entry)
    if (known === (this.#owners as unknown))
      this.#index.replace(key, before?.value as Ownership | undefined, entry?.value as Ownership | undefined)
    if (known === (this.#nodes as unknown) && isRenewal(before, entry)) return
    if (this.isComplete) this.#changed(known === (this.#owners as unknown) ? key : undefined)
  }
}

/** Only the load differs, as each second. */
function isRenewal(before: Entry<unknown> | undefined, entry: Entry<unknown> | undefined): boolean {
  const [a, b] = [before?.value as NodeLease | undefined, entry?.value as NodeLease | undefined]
  return a !== undefined && b !== undefined && a.incarnation === b.incarnation && a.isStopped === b.isStopped
}
