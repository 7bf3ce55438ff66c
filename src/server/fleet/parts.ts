/** What a node of a fleet gives to the server that runs on it. Without a fleet nothing of this folder is loaded. */
import type { Nodes } from '../../fleet/nodes'
import type { FleetView } from '../../fleet/view'
import type { AskedWrite, WriteAnswer } from '../../platform/control-writes'
import type { Gate } from '../../platform/gate'
import type { ControlDb, WritableControl } from '../../platform/sqlite'

export type FleetParts = {
  readonly view: FleetView
  /** `createFleetDoor` makes it. */
  readonly nodes?: Nodes
  readonly gate: Gate
  readonly control: FleetControl
  /** Whether the company is open here: owned, and its files what the log has. */
  isHere(company: string): boolean
}

/** control.db as a node sees it: a copy that follows the log, or the file itself at its owner. */
export type FleetControl = {
  /** Stays the same object when this node becomes the owner, or another does. */
  readonly db: ControlDb
  /** Throws at nodes that do not own it. */
  writable(): WritableControl
  /** Asks the owner, and resolves when this node's copy shows what was written. At the owner it runs here. */
  ask(asked: AskedWrite): Promise<WriteAnswer>
}
