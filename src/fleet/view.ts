/** What the product sees of the fleet, on the node that it runs on. */
import type { DrainProgress, MoveProgress } from './placement/move'
import type { FleetStatus } from './placement/status'

export interface FleetView {
  /** The name of this node. */
  readonly node: string
  status(): FleetStatus
  /** The names of the nodes that answer. */
  listRunning(): readonly string[]
  /** Whether anything of the company may leave this node. `CONTROL` goes with company 1. */
  owns(company: string): boolean
  /** Companies that this node owns; control.db is none. Counts nothing, so anybody may ask. */
  countOwned(): number
  /** Whether people's requests may come to this node: it holds its lease, and reads control.db. */
  isServing(): boolean
  /**
   * Takes a new company into the fleet, whose folder is here and complete. Resolves when this node owns it and its first
   * snapshot is in the log.
   */
  adopt(company: string): Promise<void>
  /** The company's folder is about to be deleted here, at its owner: nobody takes it any more, and its log is deleted. */
  forget(company: string): Promise<void>
  /** Moves the company to this node. Resolves when it answers here. Throws `OrderRefused`. */
  bring(company: string): Promise<void>

  // Orders, which throw `OrderRefused` in words for the operator
  move(company: string, to: string): Promise<void>
  stopMove(company: string): Promise<boolean>
  findMove(company: string): MoveProgress | undefined
  drain(node: string): Promise<void>
  stopDrain(node: string): Promise<boolean>
  findDrain(node: string): DrainProgress | undefined
  /** Whether the node runs: one that does not is gone, and nothing of it is left but copies on its disk. */
  leave(node: string): Promise<boolean>
  /** Evens out the load. Returns how many companies will move. */
  rebalance(): Promise<number>
  /** Resolves when `isSo` holds; it is asked after each change of the fleet. */
  until(isSo: () => boolean): Promise<void>
}

declare module '../platform/module' {
  interface Services {
    /** Null without a fleet. */
    readonly fleet: FleetView | null
  }
}
