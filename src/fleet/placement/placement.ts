/**
 * A node's part in the fleet: it renews its lease, sees who owns which company, takes those that fall to it, keeps copies of
 * others, and hands over what shall go elsewhere. What it decides is carried out by `effects`.
 */
import { Unreachable } from '../bucket'
import type { Candidate } from './choose'
import { type CompanyEffects, CompanyRunner, type LastOwner, NotOwned } from './company-runner'
import { believesOwn, type Effect, type Phase } from './company-state'
import { LEASE_TTL_MS, Lease, leaseTimesFor, type NodeFacts, NodeNameTaken } from './lease'
import { OwnerDuties } from './owner-duties'
import { type Buckets, type Owner, type Ownership, Picture } from './owners'
import { changeOwnership } from './ownership'
import { Takes } from './takes'
import { inSlices, pause, type Timers } from './timers'
import { requireNeighbours } from './versions'

export type PlacementDeps = {
  readonly node: string
  readonly buckets: Buckets
  readonly timers: Timers
  readonly effects: CompanyEffects
  /** Of company 1, with which control.db goes. Empty until this node can read control.db. */
  readonly firstCompany: string
  readonly facts: () => NodeFacts
  readonly newIncarnation: () => string
  /** How long the bucket of leases keeps one that is not renewed; the same for all nodes. Usually `LEASE_TTL_MS`. */
  readonly leaseTtlMs?: number
  /** When a company was active last, as far as this node knows. */
  readonly activeAt?: (company: string) => number | undefined
  /** Whether people of the company would hardly notice a pause of a second. */
  readonly isQuiet?: (company: string) => boolean
  /** A company that was taken while its node was away goes back there. */
  readonly returning?: (company: string, to: string) => void
  readonly phaseChanged?: (company: string, phase: Phase) => void
  /** Who owns a company may have changed, or how its owner is reached; without a name: of any company. */
  readonly ownersChanged?: (company?: string) => void
  /** This node has lost its lease, and lets go of everything. */
  readonly leaseLost?: (why: string) => void
  /** The node cannot come back while another process uses its name. Called once; it goes on trying. */
  readonly refused?: (why: NodeNameTaken) => void
  /** `leave` is done: nothing is owned or copied here any more. */
  readonly left?: () => void
  /** The node ends, and the servers do not answer: so many companies could not be handed over. */
  readonly notHandedOver?: (companies: number) => void
  readonly failed?: (company: string, effect: Effect, error: unknown) => void
}

/** Many changes within this time are looked at together, and never more than a fifth of the time is spent on that. */
const DECIDE_INTERVAL_MS = 20
const SHARE_OF_TIME = 5

/** How often it looks at what no change reports: a lease that is silent, a turn that has come. */
const LOOK_MS = 1000
const CONCURRENT_PARTINGS = 8
/** How often a node that ends asks whether the servers still answer. */
const UNANSWERED_LOOK_MS = 100

export class Placement {
  readonly #deps: PlacementDeps
  readonly #lease: Lease
  readonly #picture: Picture
  readonly #takes: Takes
  readonly #duties: OwnerDuties
  readonly #runners = new Map<string, CompanyRunner>()
  readonly #writing = new Set<string>()
  readonly #waiters = new Set<() => void>()
  #endLook = () => {}
  #isPlanned = false
  /** A look at all companies is going on; with many it has pauses. */
  #isDeciding = false
  #isStale = false
  #notBefore = 0
  #isStopping = false
  #hasLeft = false
  #hasGivenUp = false

  constructor(deps: PlacementDeps) {
    this.#deps = deps
    const { node, buckets, timers, facts, newIncarnation, leaseTtlMs = LEASE_TTL_MS, activeAt = () => undefined } = deps
    this.#lease = new Lease({
      node,
      bucket: buckets.nodes,
      timers,
      facts,
      newIncarnation,
      times: leaseTimesFor(leaseTtlMs),
      onOver: (why) => void this.#comeBack(why),
    })
    const changed = (company?: string) => {
      deps.ownersChanged?.(company)
      this.#plan()
    }
    this.#picture = new Picture(buckets, timers, changed, leaseTtlMs)
    this.#takes = new Takes({
      node,
      get firstCompany() {
        return deps.firstCompany
      },
      picture: this.#picture,
      timers,
      activeAt,
      phaseOf: (company) => this.phaseOf(company),
      take: (company) => this.#take(company),
      changed: () => this.#plan(),
    })
    const writes = { buckets, picture: this.#picture, timers }
    this.#duties = new OwnerDuties({
      node,
      get firstCompany() {
        return deps.firstCompany
      },
      writes,
      isMine: (ownership) => this.#isMine(ownership),
      phaseOf: (company) => this.phaseOf(company),
      handOver: (company) => this.#once(company, () => this.#part(company)),
      isQuiet: (company) => deps.isQuiet?.(company) ?? true,
      returning: (company, to) => deps.returning?.(company, to),
      left: () => {
        this.#hasLeft = true
        deps.left?.()
      },
    })
  }

  get buckets(): Buckets {
    return this.#deps.buckets
  }

  get picture(): Picture {
    return this.#picture
  }

  get incarnation(): string {
    return this.#lease.incarnation
  }

  /**
   * Joins the fleet. Throws `NodeNameTaken`, `VersionTooFar` and what `mayJoin` throws, which sees the picture; nothing was
   * changed then.
   */
  async start(predecessor?: string, mayJoin?: () => Promise<void>): Promise<void> {
    const { node, facts } = this.#deps
    await this.#retried(() => this.#picture.start())
    const others = [...this.#picture.living()].filter(([name]) => name !== node)
    requireNeighbours(facts().versions, new Map(others.map(([name, { versions }]) => [name, versions])))
    await mayJoin?.()
    await this.#lease.start(predecessor)
    this.#look()
  }

  /**
   * Takes nothing more, and hands over those companies in order. Gives up when the servers do not answer: others take the
   * companies once the lease has run out, as after a crash.
   */
  async handOver(isMeant: (company: string) => boolean = () => true): Promise<void> {
    this.#isStopping = true
    if (this.#hasGivenUp) return
    const companies = [...this.#runners.keys()].filter(isMeant)
    const left = new Set(companies)
    const worker = async () => {
      for (let company = companies.shift(); company !== undefined; company = companies.shift()) {
        await this.#letGo(company)
        left.delete(company)
      }
    }
    const work = Promise.all(Array.from({ length: CONCURRENT_PARTINGS }, worker))
    await this.#unlessUnanswered(work)
    companies.length = 0
    const owned = [...left].filter((company) => isOwning(this.phaseOf(company)))
    if (owned.length === 0) return
    this.#hasGivenUp = true
    this.#deps.notHandedOver?.(owned.length)
  }

  async #unlessUnanswered(work: Promise<unknown>): Promise<void> {
    let isOver = false
    const look = async () => {
      while (!isOver && !this.#lease.isUnanswered()) await pause(this.#deps.timers, UNANSWERED_LOOK_MS)
    }
    await Promise.race([work, look()]).finally(() => {
      isOver = true
    })
  }

  /** Hands over everything and leaves in order. */
  async stop(): Promise<void> {
    await this.handOver()
    this.#endLook()
    await this.#lease.stop()
    if (this.#hasLeft) await this.#endOrder()
    await this.#picture.stop()
  }

  /** It is carried out: should the node start again, it joins as a new one does. Without an answer the order stays. */
  async #endOrder(): Promise<void> {
    const { node, buckets } = this.#deps
    try {
      const order = await buckets.orders.get(node)
      if (order) await buckets.orders.remove(node, order.revision)
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
    }
  }

  /** Companies that this node owns, copies or is about to. */
  companies = (): IterableIterator<string> => this.#runners.keys()
  countCompanies = (): number => this.#runners.size

  phaseOf = (company: string): Phase => this.#runners.get(company)?.phase ?? 'cold'

  /** Whether anything of the company may leave this node, once it is acknowledged. */
  owns = (company: string): boolean => believesOwn(this.phaseOf(company)) && this.#lease.isHeld()

  /** Whether this node may let anything leave, by its own view of its lease. */
  isLeaseHeld = (): boolean => this.#lease.isHeld()

  /** Whether companies were not handed over when the node ended: their files are for the next start to look at. */
  get hasGivenUp(): boolean {
    return this.#hasGivenUp
  }

  ownerOf = (company: string): Owner | undefined => this.#picture.ownerOf(company)

  /** What the log or the follower of a company has found. */
  report(company: string, event: 'unanswered' | 'acknowledged' | 'refused' | 'failed'): void {
    this.#send(company, event)
  }

  /** Takes a company that the fleet does not know yet: a new one, or one that this installation had before the fleet. */
  async adopt(company: string): Promise<void> {
    const none: Ownership = { node: this.#deps.node, incarnation: '', epoch: 0, schema: 0, isFree: true }
    const writes = { buckets: this.#deps.buckets, picture: this.#picture, timers: this.#deps.timers }
    await changeOwnership(writes, company, (now) => (now ? undefined : none))
  }

  /**
   * Takes a company out of the fleet, because it is deleted: nobody takes it any more, and its owner closes it in order.
   * Resolves when it is closed here.
   */
  async forget(company: string): Promise<void> {
    const { owners } = this.#deps.buckets
    await this.#retried(async () => {
      for (let now = await owners.get(company); now; now = await owners.get(company))
        if (await owners.remove(company, now.revision)) this.#picture.learnOwnership(company, undefined)
    })
    await this.#letGo(company)
  }

  /** As `CompanyRunner.renew`. Throws `NotOwned`. */
  async renew(company: string, work: Parameters<CompanyRunner['renew']>[0]): Promise<void> {
    const runner = this.#runners.get(company)
    if (!runner) throw new NotOwned(`${company} is not owned here`)
    await runner.renew(work)
  }

  /** Resolves when `isSo` holds; it is asked after each change of the picture or of a phase. */
  until = (isSo: () => boolean): Promise<void> => {
    return new Promise((resolve) => {
      const ask = () => {
        if (!isSo()) return
        this.#waiters.delete(ask)
        resolve()
      }
      this.#waiters.add(ask)
      ask()
    })
  }

  #isMine = ({ node, incarnation, isFree }: Ownership) =>
    node === this.#deps.node && incarnation === this.#lease.incarnation && !isFree

  #runner(company: string): CompanyRunner {
    const known = this.#runners.get(company)
    if (known) return known
    const { effects, phaseChanged, failed } = this.#deps
    const runner = new CompanyRunner({
      company,
      effects,
      claimant: () => {
        const { incarnation } = this.#lease
        return { incarnation, mayFollow: (last) => this.#mayFollow(last, incarnation) }
      },
      announce: (epoch, signal) => this.#announce(company, epoch, signal),
      resign: (epoch) => this.#resign(company, epoch),
      changed: (phase) => {
        phaseChanged?.(company, phase)
        this.#deps.ownersChanged?.(company)
        this.#plan()
      },
      failed: (effect, error) => failed?.(company, effect, error),
    })
    this.#runners.set(company, runner)
    return runner
  }

  #send(company: string, event: Parameters<CompanyRunner['send']>[0]): void {
    this.#runners.get(company)?.send(event)
  }

  // Looking at the picture

  #look(): void {
    this.#endLook()
    if (this.#isStopping) return
    this.#endLook = this.#deps.timers.after(LOOK_MS, () => this.#look())
    this.#plan()
  }

  #plan(): void {
    for (const ask of [...this.#waiters]) ask()
    if (this.#isPlanned) return
    this.#isPlanned = true
    const { timers } = this.#deps
    timers.after(this.#notBefore - timers.now(), () => {
      this.#isPlanned = false
      if (this.#isDeciding) this.#isStale = true
      else void this.#decideAll()
    })
  }

  async #decideAll(): Promise<void> {
    const { timers } = this.#deps
    this.#isDeciding = true
    const began = timers.now()
    try {
      await this.#decide()
    } finally {
      this.#isDeciding = false
      const end = timers.now()
      this.#notBefore = end + Math.max(DECIDE_INTERVAL_MS, SHARE_OF_TIME * (end - began))
      const isStale = this.#isStale
      this.#isStale = false
      if (isStale) this.#plan()
    }
  }

  /** Each company is decided by what the picture shows at that moment, so pauses between them change nothing. */
  async #decide(): Promise<void> {
    if (!this.#picture.isComplete) return
    const rest = inSlices(this.#deps.timers)
    for (const [company, runner] of this.#runners) {
      this.#noticeOvertaken(company, runner)
      const pausing = rest()
      if (pausing) await pausing
    }
    for (const company of new Set([...this.#picture.companiesOf(this.#deps.node), ...this.#runners.keys()])) {
      if (!this.#mayDecide()) return
      const ownership = this.#picture.owners.get(company)?.value
      if (ownership) this.#keepCopy(company, ownership)
      else this.#send(company, believesOwn(this.phaseOf(company)) ? 'handOver' : 'unfollow') // deleted
      const pausing = rest()
      if (pausing) await pausing
    }
    if (!this.#mayDecide()) return
    const wait = await this.#takes.consider(this.#candidates(), this.#mayDecide)
    if (wait < LOOK_MS) this.#deps.timers.after(wait, () => this.#plan())
    if (this.#mayDecide()) await this.#duties.consider(this.#candidates(), this.#mayDecide)
  }

  #mayDecide = (): boolean => !this.#isStopping && this.#lease.isHeld()

  /** Nodes that live and are not told to give their companies away. */
  #candidates(): Candidate[] {
    const living = [...this.#picture.living()].map(([node, lease]) => ({ node, lease }))
    return living.filter(({ node, lease }) => !lease.isStopped && !this.#picture.orderOf(node))
  }

  #noticeOvertaken(company: string, runner: CompanyRunner): void {
    const ownership = this.#picture.owners.get(company)?.value
    if (!ownership || this.#isMine(ownership) || runner.epoch === 0) return
    if (isOwning(runner.phase) && ownership.epoch > runner.epoch) runner.send('overtaken')
  }

  #keepCopy(company: string, ownership: Ownership): void {
    const { node } = this.#deps
    const phase = this.phaseOf(company)
    const isCopied = ownership.node !== node && (ownership.standby === node || ownership.to === node)
    if (this.#isMine(ownership)) {
      // The chain is not ours, or the company was lost here: whoever can takes it.
      const isIdle = phase === 'cold' || phase === 'standby' || phase === 'fetching'
      if (isIdle && !this.#takes.isTaking(company)) this.#once(company, () => this.#resign(company, ownership.epoch))
    } else if (isCopied) {
      if (phase === 'cold') this.#runner(company).send('follow')
      if (phase === 'standby' && !isReady(ownership, node)) this.#once(company, () => this.#sayReady(company))
    } else if (!this.#takes.isTaking(company)) {
      if (phase === 'standby' || phase === 'fetching') this.#send(company, 'unfollow')
    }
    if (phase === 'cold' && !isCopied && !this.#takes.isTaking(company)) this.#forget(company)
  }

  /** Writes what the picture does not show yet. */
  #once(company: string, write: () => Promise<void>): void {
    if (this.#writing.has(company)) return
    this.#writing.add(company)
    void write().finally(() => this.#writing.delete(company))
  }

  /** A cold company needs no runner, unless it is still closing. */
  #forget(company: string): void {
    const runner = this.#runners.get(company)
    void runner?.settled().then(() => {
      if (runner.phase === 'cold' && this.#runners.get(company) === runner) this.#runners.delete(company)
    })
  }

  // Taking

  async #take(company: string): Promise<'own' | 'beaten' | 'failed'> {
    const ownership = this.#picture.owners.get(company)?.value
    if (!ownership) return 'failed'
    try {
      const { node, incarnation, isFree } = ownership
      if (!isFree && !(await this.#picture.isOver(node, incarnation))) return 'beaten'
    } catch (error) {
      if (error instanceof Unreachable) return 'beaten'
      throw error
    }
    const isStill = () => this.#picture.owners.get(company)?.value.epoch === ownership.epoch && this.#lease.isHeld()
    const runner = this.#runner(company)
    if (runner.phase === 'cold') runner.send('follow')
    await this.until(() => runner.phase !== 'fetching' || !isStill())
    if (!isStill()) return 'beaten'
    if (runner.phase !== 'standby') return 'failed'
    runner.send('take')
    await this.until(() => runner.phase !== 'claiming')
    if (believesOwn(runner.phase)) return 'own'
    return runner.phase === 'standby' ? 'beaten' : 'failed'
  }

  /** Of all that is not owned here, only what nobody lives for may be claimed. */
  async #mayFollow(last: LastOwner | undefined, incarnation: string): Promise<boolean> {
    if (!last || last.hasEnded || last.incarnation === incarnation) return true
    try {
      return await this.#picture.isOver(last.node, last.incarnation)
    } catch (error) {
      if (error instanceof Unreachable) return false
      throw error
    }
  }

  get #writes() {
    return { buckets: this.#deps.buckets, picture: this.#picture, timers: this.#deps.timers }
  }

  async #announce(company: string, epoch: number, signal: AbortSignal): Promise<void> {
    const { node, facts } = this.#deps
    const incarnation = this.#lease.incarnation
    await changeOwnership(
      this.#writes,
      company,
      (now) => {
        if (now && now.epoch > epoch) return undefined
        const schema = Math.max(facts().versions.schema, now?.schema ?? 0)
        const last = now && now.node !== node && now.incarnation !== '' ? { standby: now.node } : {}
        const home = now && now.to !== node ? (now.home ?? now.node) : node
        return { node, incarnation, epoch, schema, ...last, ...(home === node ? {} : { home }) }
      },
      () => !signal.aborted,
    )
  }

  async #resign(company: string, epoch: number): Promise<void> {
    const incarnation = this.#lease.incarnation
    await changeOwnership(
      this.#writes,
      company,
      (now) =>
        now && now.epoch <= epoch && now.node === this.#deps.node && !now.isFree ? { ...now, isFree: true } : undefined,
      () => this.#lease.incarnation === incarnation,
    )
  }

  async #sayReady(company: string): Promise<void> {
    const { node } = this.#deps
    await changeOwnership(
      this.#writes,
      company,
      (now) => (now && !isReady(now, node) ? asReady(now, node) : undefined),
      () => this.phaseOf(company) === 'standby',
    )
  }

  // Letting go

  /** The move may be called off while it is prepared. */
  async #part(company: string): Promise<void> {
    const staying = new AbortController()
    await this.#deps.effects.prepareToPart?.(company, staying.signal).catch(() => {}) // `part` meets the same fault
    const ownership = this.#picture.owners.get(company)?.value
    if (ownership?.to !== undefined && this.#isMine(ownership) && this.phaseOf(company) === 'own')
      this.#send(company, 'handOver')
    else if (believesOwn(this.phaseOf(company))) staying.abort() // otherwise it leaves all the same
  }

  async #letGo(company: string): Promise<void> {
    const runner = this.#runners.get(company)
    if (!runner) return
    while (runner.phase !== 'cold' && this.#lease.isHeld()) {
      const { phase } = runner
      if (believesOwn(phase)) runner.send('handOver')
      else if (phase === 'standby' || phase === 'fetching') runner.send('unfollow')
      else await this.until(() => runner.phase !== phase || !this.#lease.isHeld()) // such as a claim on its way
    }
    await runner.settled()
  }

  /** Nothing leaves any more. Companies are let go, and the node comes back as a new one. */
  async #comeBack(why: string): Promise<void> {
    const { leaseLost, refused } = this.#deps
    for (const runner of this.#runners.values()) runner.send('leaseOver')
    leaseLost?.(why)
    await Promise.all([...this.#runners.values()].map((runner) => runner.settled()))
    if (this.#isStopping) return
    // The other process may be a mistake that ends; until then this one would serve nobody, and nobody would start it anew.
    for (let isBack = false, isFirst = true; !isBack && !this.#isStopping; isFirst = false)
      try {
        await this.#lease.restart()
        isBack = true
      } catch (error) {
        if (!(error instanceof NodeNameTaken)) throw error
        if (isFirst) refused?.(error)
      }
    this.#plan()
  }

  async #retried(work: () => Promise<void>): Promise<void> {
    for (;;)
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
        await pause(this.#deps.timers, LOOK_MS)
      }
  }
}

const isOwning = (phase: Phase): boolean => believesOwn(phase) || phase === 'draining'

/** Whether `owners` has what a node that keeps a copy says about it. */
const isReady = ({ standby, isStandbyReady, to, isToReady }: Ownership, node: string) =>
  (standby !== node || isStandbyReady === true) && (to !== node || isToReady === true)

const asReady = (ownership: Ownership, node: string): Ownership => ({
  ...ownership,
  ...(ownership.standby === node ? { isStandbyReady: true } : {}),
  ...(ownership.to === node ? { isToReady: true } : {}),
})
