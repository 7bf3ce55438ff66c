/** What a node of a fleet gives to the server that runs on it. Without a fleet nothing of this folder is loaded. */
import type { FleetView } from '../../fleet/view'
import type { AskedWrite, WriteAnswer } from '../../platform/control-writes'
import type { Gate } from '../../platform/gate'
import type { ControlDb, WritableControl } from '../../platform/sqlite'

export type FleetParts = {
  readonly view: FleetView
  readonly gate: Gate
  readonly control: FleetControl
  /** Whether the company is open here: owned, and its files what the log has. */
  isHere(company: string): boolean
  /** SQLite's `user_version` of a company's file, which nothing but SQLite may open while the company is here. */
  versionOf(company: string, path: string): number
  /** Call it after each commit of a company. */
  committed(company: string): void
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
