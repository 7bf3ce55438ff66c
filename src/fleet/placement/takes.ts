/** Companies that nobody owns: when it is this node's turn to take one, and a few of them at a time. */
import { CONTROL } from '../../platform/gate'
import { type Candidate, heirsOf } from './choose'
import { believesOwn, type Phase } from './company-state'
import { hasCopyAt, type Ownership, type Picture } from './owners'
import { inSlices, type Timers } from './timers'

const CONCURRENT_TAKES = 8
/** How long an heir before us may need until it has announced itself. A copy at hand is claimed in milliseconds. */
const TURN_OF_STANDBY_MS = 4000
const TURN_OF_OTHERS_MS = 20_000
/** After a try that failed, others come first. */
const COOLDOWN_MS = 30_000
/** After another record stood where ours should: the copy was behind, or another is faster. */
const RETRY_MS = 300

export type TakesDeps = {
  readonly node: string
  readonly firstCompany: string
  readonly picture: Picture
  readonly timers: Timers
  /** Higher for those that were active later; undefined if nothing is known here. */
  readonly activeAt: (company: string) => number | undefined
  readonly phaseOf: (company: string) => Phase
  /** Takes a company that this node may take. */
  readonly take: (company: string) => Promise<'own' | 'beaten' | 'failed'>
  readonly changed: () => void
}

const mayTakeIn: readonly Phase[] = ['cold', 'fetching', 'standby']

type Vacancy = {
  readonly epoch: number
  readonly since: number
  /** The order of those who may take it, as long as nothing else changes that decides it. */
  heirs: readonly string[]
  readonly basis: { candidates: number; to: string | undefined; standby: string | undefined }
}

export class Takes {
  readonly #deps: TakesDeps
  /** Since when nobody owns a company, and which ownership it was. */
  readonly #vacant = new Map<string, Vacancy>()
  readonly #running = new Set<string>()
  readonly #notBefore = new Map<string, number>()
  /** The candidates and what is decided by, and how often that has changed. */
  #candidates = ''
  #changes = 0

  constructor(deps: TakesDeps) {
    this.#deps = deps
  }

  isTaking(company: string): boolean {
    return this.#running.has(company)
  }

  /**
   * Starts what is due now. Resolves to how many milliseconds later something is due next, if nothing changes. Between two
   * companies others get their turn.
   */
  async consider(candidates: readonly Candidate[], mayDecide: () => boolean): Promise<number> {
    const { picture, timers, activeAt } = this.#deps
    const rest = inSlices(timers)
    const names = candidates
      .map(({ node, lease }) => `${node} ${lease.versions.schema} ${lease.load.capacity} ${lease.isFull === true}`)
      .join()
    if (names !== this.#candidates) this.#changes++
    this.#candidates = names
    const due: { company: string; activity: number }[] = []
    let wait = Number.POSITIVE_INFINITY
    const vacant = new Set(picture.vacant())
    for (const company of this.#vacant.keys()) if (!vacant.has(company)) this.#vacant.delete(company)
    for (const company of vacant) {
      const pausing = rest()
      if (pausing) await pausing
      if (!mayDecide()) return Number.POSITIVE_INFINITY
      const ownership = picture.owners.get(company)?.value
      if (!ownership) continue
      const now = timers.now()
      this.#noteVacant(company, ownership, now)
      // Taken here, and not yet announced; or not yet closed.
      if (!mayTakeIn.includes(this.#deps.phaseOf(company))) continue
      const at = this.#turnAt(company, ownership, candidates)
      if (at > now) wait = Math.min(wait, at - now)
      else if (!this.#running.has(company)) due.push({ company, activity: activeAt(company) ?? 0 })
    }
    const order = (company: string) => (company === CONTROL ? 0 : company === this.#deps.firstCompany ? 1 : 2)
    due.sort((a, b) => order(a.company) - order(b.company) || b.activity - a.activity)
    for (const { company } of due) {
      if (this.#running.size >= CONCURRENT_TAKES) break
      void this.#take(company)
    }
    return wait
  }

  #noteVacant(company: string, { epoch }: Ownership, now: number): void {
    if (this.#vacant.get(company)?.epoch !== epoch)
      this.#vacant.set(company, {
        epoch,
        since: now,
        heirs: [],
        basis: { candidates: 0, to: undefined, standby: undefined },
      })
  }

  /** When this node may try. Those who come later in the order wait, so that nobody races without need. */
  #turnAt(company: string, ownership: Ownership, candidates: readonly Candidate[]): number {
    const { node, firstCompany, phaseOf } = this.#deps
    const vacancy = this.#vacant.get(company)
    // Until control.db is read here, any company could be the first one.
    if (!vacancy || (firstCompany === '' && company !== CONTROL)) return Number.POSITIVE_INFINITY
    const notBefore = this.#notBefore.get(company) ?? 0
    // control.db goes with company 1: whoever owns control takes it, and no other.
    if (company === firstCompany && this.#deps.picture.owners.has(CONTROL))
      return believesOwn(phaseOf(CONTROL)) ? notBefore : Number.POSITIVE_INFINITY
    const { to, standby } = ownership
    const { basis } = vacancy
    if (basis.candidates !== this.#changes || basis.to !== to || basis.standby !== standby) {
      vacancy.heirs = heirsOf(company, ownership, candidates)
      Object.assign(basis, { candidates: this.#changes, to, standby })
    }
    const { heirs, since } = vacancy
    const rank = heirs.indexOf(node)
    if (rank < 0) return Number.POSITIVE_INFINITY
    const turns = heirs
      .slice(0, rank)
      .map((heir) => (hasCopyAt(ownership, heir) ? TURN_OF_STANDBY_MS : TURN_OF_OTHERS_MS))
    return Math.max(since + turns.reduce((sum, turn) => sum + turn, 0), notBefore)
  }

  async #take(company: string): Promise<void> {
    const { timers, take, changed } = this.#deps
    this.#running.add(company)
    let outcome: 'own' | 'beaten' | 'failed' = 'failed'
    try {
      outcome = await take(company)
    } finally {
      this.#running.delete(company)
      if (outcome === 'own') this.#notBefore.delete(company)
      else this.#notBefore.set(company, timers.now() + (outcome === 'beaten' ? RETRY_MS : COOLDOWN_MS))
      changed()
    }
  }
}
