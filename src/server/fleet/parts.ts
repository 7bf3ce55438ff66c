/** What a node of a fleet gives to the server that runs on it. Without a fleet nothing of this folder is loaded. */
import type { Nodes } from '../../fleet/nodes'
import type { FleetView } from '../../fleet/view'
import type { Away } from '../../platform/away'
import type { AskedWrite, ControlWrites, WriteAnswer } from '../../platform/control-writes'
import type { Gate } from '../../platform/gate'
import type { WritableControl } from '../../platform/sqlite'
import type { Claim, ClaimKind } from '../../tenancy/claim-bucket'

export type FleetParts = {
  readonly view: FleetView
  /** `createFleetDoor` makes it. */
  readonly nodes?: Nodes
  readonly gate: Gate
  readonly control: FleetControl
  /** Whether the company is open here: owned, and its files what the log has. */
  isHere(company: string): boolean
  /** What a command does with a company of this node. */
  workOn(company: string): Away | undefined
  /** SQLite's `user_version` of a company's file, which nothing but SQLite may open while the company is here. */
  versionOf(company: string, path: string): number
  /** Call it after each commit of a company. */
  committed(company: string): void
}

/** control.db as a node sees it: a copy that follows the log, or the file itself at its owner. */
export type FleetControl = {
  /** Stays the same object when this node becomes the owner, or another does. What is written to a copy fails. */
  readonly db: WritableControl
  /** Whether this node owns it and may write it now. */
  isOwned(): boolean
  /** Calls at once if this node owns it, and each time when it has become the owner. */
  whenOwned(call: () => void): void
  /** Throws at nodes that do not own it. What was begun with it fails when that ends. */
  writable(): WritableControl
  /** Asks the owner, and resolves when this node's copy shows what was written. At the owner it runs here. */
  ask(asked: AskedWrite): Promise<WriteAnswer>
  /** Asks the owner for a claim that this node's copy does not have yet. */
  findClaim(kind: ClaimKind, value: string): Promise<Claim | undefined>
  /** As `Gate.wait`, for control.db alone: undefined where it is a copy. */
  wait(): Promise<void> | undefined
  /** The same for what has just been written: not even what was read before a loss can be in it. */
  acknowledged(): Promise<void> | undefined
  /** Called once with the writes of the server that is opened. */
  attach(writes: ControlWrites): void
}
