/** What the owner of a company sees to: that another node keeps a copy, and that the company goes where it shall. */
import { CONTROL } from '../../platform/gate'
import { type Candidate, chooseStandby, hasRoom } from './choose'
import { believesOwn, type Phase } from './company-state'
import { hasCopyAt, type Ownership } from './owners'
import { changeOwnership, type OwnershipWrites, withMove, withoutMove } from './ownership'
import { inSlices } from './timers'

/** A standby that is gone or full for a shorter time, as during a restart, keeps its copies. */
const STANDBY_ABSENCE_MS = 30_000
/** Copies that are made for this node's companies at the same time. */
const CONCURRENT_COPIES = 4

/**
 * A node that has come back gets its companies again after this time: it may be restarted once more, and others with it. They
 * come one after the other, and at moments when nobody notices.
 */
const RETURN_AFTER_MS = 600_000
const RETURN_EVERY_MS = 10_000

export type OwnerDutiesDeps = {
  readonly node: string
  readonly firstCompany: string
  readonly writes: OwnershipWrites
  readonly isMine: (ownership: Ownership) => boolean
  readonly phaseOf: (company: string) => Phase
  readonly handOver: (company: string) => void
  /** Whether people of the company would hardly notice a pause of a second. */
  readonly isQuiet: (company: string) => boolean
  readonly returning: (company: string, to: string) => void
  /** The order to leave is carried out. */
  readonly left: () => void
}

export class OwnerDuties {
  readonly #deps: OwnerDutiesDeps
  readonly #changing = new Set<string>()
  /** Since when a standby does not live or has no room, by node. */
  readonly #absent = new Map<string, number>()
  /** Since when a node is there without a pause, by node. */
  #present: ReadonlyMap<string, { readonly incarnation: string; readonly since: number }> = new Map()
  #returnedAt = Number.NEGATIVE_INFINITY
  #hasLeft = false

  constructor(deps: OwnerDutiesDeps) {
    this.#deps = deps
  }

  /** Each company is decided by what the picture shows at that moment, so pauses between them change nothing. */
  async consider(candidates: readonly Candidate[], mayDecide: () => boolean): Promise<void> {
    const { node, writes } = this.#deps
    const { picture, timers } = writes
    const rest = inSlices(timers)
    this.#noteAbsent()
    this.#notePresent(candidates)
    // A standby that is gone makes no copy; companies that wait for it must not keep the others from theirs.
    const usable = new Set(candidates.filter(hasRoom).map((candidate) => candidate.node))
    const mine = new Map<string, Ownership>()
    let copies = 0
    for (const company of [...picture.companiesOf(node)]) {
      const value = this.#findOwn(company)
      if (value) mine.set(company, value)
      if (value?.standby !== undefined && !value.isStandbyReady && usable.has(value.standby)) copies++
      const pausing = rest()
      if (pausing) await pausing
    }
    if (!mayDecide()) return
    const order = picture.orderOf(node)
    if (order) this.#giveAway(mine, candidates)
    let isMoving = order !== undefined || [...mine.values()].some(({ to }) => to !== undefined)
    for (const company of mine.keys()) {
      const value = this.#findOwn(company)
      if (!value) continue
      if (value.to !== undefined) this.#move(company, value, usable)
      else if (copies < CONCURRENT_COPIES && this.#seeToStandby(company, value, candidates, usable)) copies++
      else if (!isMoving) isMoving = this.#giveBack(company, value, candidates, usable)
      const pausing = rest()
      if (pausing) await pausing
      if (!mayDecide()) return
    }
    if (order?.value.kind !== 'leave' || this.#hasLeft || !(await this.#isIdle(candidates)) || this.#hasLeft) return
    this.#hasLeft = true
    this.#deps.left()
  }

  /** Undefined unless this node owns the company and works for it. */
  #findOwn(company: string): Ownership | undefined {
    const { writes, isMine, phaseOf } = this.#deps
    const value = writes.picture.owners.get(company)?.value
    return value && isMine(value) && believesOwn(phaseOf(company)) ? value : undefined
  }

  /** A copy that no other node could keep keeps nobody from leaving. */
  async #isIdle(candidates: readonly Candidate[]): Promise<boolean> {
    const { node, phaseOf, writes } = this.#deps
    const { picture, timers } = writes
    const rest = inSlices(timers)
    for (const company of [...picture.companiesOf(node)]) {
      const value = picture.owners.get(company)?.value
      if (!value) continue
      if (value.node === node && !(value.isFree && phaseOf(company) === 'cold')) return false
      if (value.standby === node && chooseStandby(company, value, candidates, picture.duties) !== undefined)
        return false
      if (value.to === node) return false
      const pausing = rest()
      if (pausing) await pausing
    }
    return true
  }

  #noteAbsent(): void {
    const { picture, timers } = this.#deps.writes
    const living = picture.living()
    const isAbsent = (node: string) => living.get(node)?.isFull ?? !living.has(node)
    for (const node of [...this.#absent.keys()]) if (!isAbsent(node)) this.#absent.delete(node)
    for (const standby of picture.standbys())
      if (isAbsent(standby) && !this.#absent.has(standby)) this.#absent.set(standby, timers.now())
  }

  #notePresent(candidates: readonly Candidate[]): void {
    const now = this.#deps.writes.timers.now()
    const present = new Map(
      candidates.map(({ node, lease: { incarnation } }) => {
        const known = this.#present.get(node)
        return [node, known?.incarnation === incarnation ? known : { incarnation, since: now }]
      }),
    )
    this.#present = present
  }

  /** Returns whether a copy is begun. */
  #seeToStandby(
    company: string,
    ownership: Ownership,
    candidates: readonly Candidate[],
    usableNodes: ReadonlySet<string>,
  ): boolean {
    const { node, writes, firstCompany } = this.#deps
    const { standby } = ownership
    const usable = standby !== undefined && usableNodes.has(standby)
    const absence = standby === undefined ? undefined : this.#absent.get(standby)
    const isAwayBriefly = absence !== undefined && writes.timers.now() - absence < STANDBY_ABSENCE_MS
    const control = company === firstCompany ? writes.picture.owners.get(CONTROL)?.value : undefined
    const withControl = control?.node === node ? control.standby : undefined
    if (withControl !== undefined ? standby === withControl : usable || isAwayBriefly) return false
    const chosen = withControl ?? chooseStandby(company, ownership, candidates, writes.picture.duties)
    if (chosen === undefined || chosen === standby) return false
    this.#change(company, (now) => withStandby(now, chosen))
    return true
  }

  /** The copy first; then the company is closed here, and whoever has the copy takes it. */
  #move(company: string, ownership: Ownership, usableNodes: ReadonlySet<string>): void {
    const { node, handOver, phaseOf } = this.#deps
    const { to } = ownership
    if (to === undefined) return
    if (to === node || !usableNodes.has(to)) this.#change(company, withoutMove)
    else if (hasCopyAt(ownership, to) && phaseOf(company) === 'own' && this.#isGroupReady(company, to))
      handOver(company)
  }

  /**
   * A company that was taken while its node was away goes back there. Company 1 stays: control.db goes with it. During an
   * upgrade nothing does. Returns whether it is ordered.
   */
  #giveBack(
    company: string,
    { home }: Ownership,
    candidates: readonly Candidate[],
    usableNodes: ReadonlySet<string>,
  ): boolean {
    const { writes, firstCompany, phaseOf, isQuiet, returning } = this.#deps
    if (home === undefined || company === CONTROL || company === firstCompany) return false
    const now = writes.timers.now()
    const present = this.#present.get(home)
    if (!usableNodes.has(home) || !present || now - present.since < RETURN_AFTER_MS) return false
    if (now - this.#returnedAt < RETURN_EVERY_MS || phaseOf(company) !== 'own' || !isQuiet(company)) return false
    if (new Set(candidates.map(({ lease }) => lease.versions.program)).size > 1) return false
    this.#returnedAt = now
    returning(company, home)
    this.#change(company, (ownership) => (ownership.to === undefined ? withMove(ownership, home) : ownership))
    return true
  }

  /** control.db and company 1 go together. */
  #isGroupReady(company: string, to: string): boolean {
    const { firstCompany, writes } = this.#deps
    const other = company === CONTROL ? firstCompany : company === firstCompany ? CONTROL : undefined
    const ownership = other === undefined ? undefined : writes.picture.owners.get(other)?.value
    if (!ownership || !this.#deps.isMine(ownership)) return true
    return ownership.to === to && hasCopyAt(ownership, to)
  }

  /** One company after the other. */
  #giveAway(mine: ReadonlyMap<string, Ownership>, candidates: readonly Candidate[]): void {
    const { node: here, writes, firstCompany } = this.#deps
    const { picture } = writes
    for (const company of picture.companiesOf(here)) {
      const { node, to } = picture.owners.get(company)?.value ?? {}
      if (node === here && to !== undefined) return
    }
    const isMeant = ([name]: [string, Ownership]) => name !== firstCompany || !picture.owners.has(CONTROL)
    const [company, ownership] = mine.entries().find(isMeant) ?? []
    if (company === undefined || ownership === undefined) return
    const ready = candidates.find((candidate) => candidate.node === ownership.standby && hasRoom(candidate))?.node
    const to = ready ?? chooseStandby(company, ownership, candidates, picture.duties)
    if (to === undefined) return
    this.#change(company, (now) => withMove(now, to))
    if (company === CONTROL && picture.owners.has(firstCompany)) this.#change(firstCompany, (now) => withMove(now, to))
  }

  #change(company: string, change: (now: Ownership) => Ownership): void {
    if (this.#changing.has(company)) return
    this.#changing.add(company)
    const { writes, isMine } = this.#deps
    void changeOwnership(writes, company, (now) => (now && isMine(now) ? change(now) : undefined)).finally(() =>
      this.#changing.delete(company),
    )
  }
}

const withStandby = ({ isStandbyReady: _, ...now }: Ownership, standby: string): Ownership => ({ ...now, standby })
