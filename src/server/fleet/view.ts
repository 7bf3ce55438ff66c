/** What the product and the command line see of the fleet, on this node. */
import {
  findDrain,
  findMove,
  type OrderDeps,
  orderDrain,
  orderLeave,
  orderMove,
  stopDrain,
  stopMove,
} from '../../fleet/placement/move'
import type { Placement } from '../../fleet/placement/placement'
import { type MeasuredLoad, rebalance } from '../../fleet/placement/rebalance'
import { fleetStatus, type StatusFacts } from '../../fleet/placement/status'
import type { Timers } from '../../fleet/placement/timers'
import type { FleetView } from '../../fleet/view'

export type ViewDeps = {
  readonly node: string
  readonly placement: Placement
  readonly timers: Timers
  /** Of this moment. */
  facts(): StatusFacts
  countOwned(): number
  /** Whether control.db can be read here, up to date. */
  isControlRead(): boolean
  /** Empty until control.db can be read here. */
  firstCompany(): string
  /** Makes the company's folder what a company of a fleet has. */
  prepare(company: string): void
  /** As their owners measure them. */
  listLoads(): Promise<ReadonlyMap<string, MeasuredLoad>>
  /** Deletes what the fleet's servers store of a company that nobody owns any more. */
  deleteStored(company: string): Promise<void>
}

/** Each is a second of waiting for the company's people. */
const MOVES_PER_MINUTE = 30

export function createFleetView(deps: ViewDeps): FleetView {
  const { node, placement, timers } = deps
  const { picture } = placement
  const orders = (): OrderDeps => ({
    buckets: placement.buckets,
    picture,
    timers,
    firstCompany: deps.firstCompany(),
    nameOf: (company) => deps.facts().nameOf(company),
  })
  let spreading = new AbortController()

  return {
    node,
    status: () => fleetStatus(picture, deps.facts()),
    listRunning: () => [...picture.living().keys()],
    owns: placement.owns,
    countOwned: deps.countOwned,
    isServing: () => placement.isLeaseHeld() && deps.isControlRead(),
    async adopt(company) {
      deps.prepare(company)
      await placement.adopt(company)
      await placement.until(() => placement.owns(company))
    },
    async forget(company) {
      await placement.forget(company)
      await deps.deleteStored(company)
    },
    async bring(company) {
      if (placement.owns(company)) return
      await orderMove(orders(), company, node)
      await placement.until(() => placement.owns(company))
    },
    move: (company, to) => orderMove(orders(), company, to),
    stopMove: (company) => stopMove(orders(), company),
    findMove: (company) => findMove(picture, company),
    drain: (name) => orderDrain(orders(), name),
    stopDrain: (name) => stopDrain(orders(), name),
    findDrain: (name) => findDrain(picture, name),
    leave: (name) => orderLeave(orders(), name),
    rebalance() {
      spreading.abort()
      spreading = new AbortController()
      const planned = Promise.withResolvers<number>()
      const progressed = ({ left }: { readonly left: number }) => planned.resolve(left)
      const spread = rebalance(
        { ...orders(), listLoads: deps.listLoads, movesPerMinute: MOVES_PER_MINUTE, progressed },
        spreading.signal,
      )
      spread.catch(planned.reject)
      return planned.promise
    },
    until: (isSo) => placement.until(isSo),
  }
}
