/** The gate of a node: what leaves waits until the log has everything that it may show, while the node holds its lease. */
import { CONTROL, type Gate, NotAcknowledged } from '../../platform/gate'
import type { OwnedCompanies, OwnedCompany } from './owned-companies'

export type FleetGateDeps = {
  /** For control.db, which is a copy on most nodes. */
  waitForControl(): Promise<void> | undefined
  readonly owned: OwnedCompanies
  /** Whether this node may let anything leave, by its own view of its lease. */
  isLeaseHeld(): boolean
}

export type FleetGate = Gate & {
  /** Nothing that is written from now on leaves, until the company is handed over. */
  hold(company: string): void
  /** What waits is dropped, and whatever comes. */
  drop(company: string): void
  /** All that this node wrote is in the log, and nothing more is written here. */
  release(company: string): void
  /** The company is owned here again. */
  claimed(company: string): void
}

/** After a company was lost, what shows several companies is dropped for this time, because it may have read it before. */
const LOST_MS = 2000

export function createFleetGate({ owned, waitForControl, isLeaseHeld }: FleetGateDeps): FleetGate {
  /** Handed over in order, so nothing of them waits here. */
  const parted = new Set<string>()
  /** The same promise for the same acknowledgement: outputs that wait for one leave together. */
  const guarded = new WeakMap<Promise<void>, Promise<void>>()
  let lostAt = Number.NEGATIVE_INFINITY

  const dropped = (why: string): Promise<void> => {
    const refusal = Promise.reject(new NotAcknowledged(why))
    refusal.catch(() => {}) // whoever asked may be gone
    return refusal
  }

  const guard = (one: OwnedCompany, until: Promise<void>): Promise<void> => {
    const known = guarded.get(until)
    if (known) return known
    const promise = until.then(() => {
      if (one.standing === 'dropped') throw new NotAcknowledged(`${one.company} is no longer owned here`)
      if (!isLeaseHeld()) throw new NotAcknowledged('this node has lost its lease')
    })
    promise.catch(() => {})
    guarded.set(until, promise)
    return promise
  }

  const wait = (company: string): Promise<void> | undefined => {
    if (!isLeaseHeld()) return dropped('this node has lost its lease')
    if (company === CONTROL) return waitForControl()
    const one = owned.find(company)
    if (!one) return parted.has(company) ? undefined : dropped(`${company} is not owned here`)
    if (one.standing === 'dropped') return dropped(`${company} is no longer owned here`)
    if (one.standing === 'held') return guard(one, one.released.promise)
    const until = one.owner.wait()
    return until && guard(one, until)
  }

  return {
    wait,
    waitForAll() {
      if (!isLeaseHeld()) return dropped('this node has lost its lease')
      if (performance.now() - lostAt < LOST_MS) return dropped('this node has just lost a company')
      const all: Promise<void>[] = []
      for (const company of owned.unsettled()) {
        const until = wait(company)
        if (until) all.push(until)
      }
      const control = wait(CONTROL)
      if (control) all.push(control)
      return all.length === 0 ? undefined : Promise.all(all).then(() => {})
    },
    hold(company) {
      const one = owned.find(company)
      if (one?.standing === 'own') one.standing = 'held'
    },
    drop(company) {
      parted.delete(company)
      const one = owned.find(company)
      if (!one) return
      one.standing = 'dropped'
      one.released.reject(new NotAcknowledged(`${company} is no longer owned here`))
      lostAt = performance.now()
    },
    release(company) {
      parted.add(company)
      owned.find(company)?.released.resolve()
    },
    claimed: (company) => void parted.delete(company),
  }
}
