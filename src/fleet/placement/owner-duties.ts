/** What the owner of a company sees to: that another node keeps a copy, and that the company goes where it shall. */
import { CONTROL } from '../../platform/gate'
import { type Candidate, chooseStandby } from './choose'
import { believesOwn, type Phase } from './company-state'
import { hasCopyAt, type Ownership } from './owners'
import { changeOwnership, type OwnershipWrites, withMove, withoutMove } from './ownership'

/** A standby that is gone for a shorter time, as during a restart, keeps its copies. */
const STANDBY_ABSENCE_MS = 30_000
/** Copies that are made for this node's companies at the same time. */
const CONCURRENT_COPIES = 4

export type OwnerDutiesDeps = {
  readonly node: string
  readonly firstCompany: string
  readonly writes: OwnershipWrites
  readonly isMine: (ownership: Ownership) => boolean
  readonly phaseOf: (company: string) => Phase
  readonly handOver: (company: string) => void
  /** The order to leave is carried out. */
  readonly left: () => void
}

export class OwnerDuties {
  readonly #deps: OwnerDutiesDeps
  readonly #changing = new Set<string>()
  /** Since when a standby does not live, by node. */
  readonly #absent = new Map<string, number>()
  #hasLeft = false

  constructor(deps: OwnerDutiesDeps) {
    this.#deps = deps
  }

  consider(candidates: readonly Candidate[]): void {
    const { node, writes, isMine, phaseOf } = this.#deps
    const { picture } = writes
    const mine = this.#listOwn().filter(([company, value]) => isMine(value) && believesOwn(phaseOf(company)))
    this.#noteAbsent()
    const order = picture.orderOf(node)
    if (order) this.#giveAway(mine, candidates)
    // A standby that is gone makes no copy; companies that wait for it must not keep the others from theirs.
    const usable = new Set(candidates.map((candidate) => candidate.node))
    const isBegun = ({ standby, isStandbyReady }: Ownership) =>
      standby !== undefined && !isStandbyReady && usable.has(standby)
    let copies = mine.filter(([, value]) => isBegun(value)).length
    for (const [company, value] of mine) {
      if (value.to !== undefined) this.#move(company, value, candidates)
      else if (copies < CONCURRENT_COPIES && this.#seeToStandby(company, value, candidates, usable)) copies++
    }
    if (order?.value.kind === 'leave' && !this.#hasLeft && this.#isIdle(candidates)) {
      this.#hasLeft = true
      this.#deps.left()
    }
  }

  /** Companies that this node owns or copies, or that shall come here. */
  #listOwn(): (readonly [string, Ownership])[] {
    const { node, writes } = this.#deps
    return [...writes.picture.companiesOf(node)].flatMap((company) => {
      const entry = writes.picture.owners.get(company)
      return entry ? [[company, entry.value] as const] : []
    })
  }

  /** A copy that no other node could keep keeps nobody from leaving. */
  #isIdle(candidates: readonly Candidate[]): boolean {
    const { node, phaseOf, writes } = this.#deps
    return !this.#listOwn().some(
      ([company, value]) =>
        (value.node === node && !(value.isFree && phaseOf(company) === 'cold')) ||
        (value.standby === node && chooseStandby(company, value, candidates, writes.picture.duties) !== undefined) ||
        value.to === node,
    )
  }

  #noteAbsent(): void {
    const { picture, timers } = this.#deps.writes
    const living = picture.living()
    for (const node of [...this.#absent.keys()]) if (living.has(node)) this.#absent.delete(node)
    for (const standby of picture.standbys())
      if (!living.has(standby) && !this.#absent.has(standby)) this.#absent.set(standby, timers.now())
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
  #move(company: string, ownership: Ownership, candidates: readonly Candidate[]): void {
    const { node, handOver, phaseOf } = this.#deps
    const { to } = ownership
    if (to === undefined) return
    if (to === node || !candidates.some((candidate) => candidate.node === to)) this.#change(company, withoutMove)
    else if (hasCopyAt(ownership, to) && phaseOf(company) === 'own' && this.#isGroupReady(company, to))
      handOver(company)
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
  #giveAway(mine: readonly (readonly [string, Ownership])[], candidates: readonly Candidate[]): void {
    const { node: here, writes, firstCompany } = this.#deps
    const { picture } = writes
    if (this.#listOwn().some(([, { node, to }]) => node === here && to !== undefined)) return
    const [company, ownership] = mine.find(([name]) => name !== firstCompany || !picture.owners.has(CONTROL)) ?? []
    if (company === undefined || ownership === undefined) return
    const ready = candidates.find(({ node }) => node === ownership.standby)?.node
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
