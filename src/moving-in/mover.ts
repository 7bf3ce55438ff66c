/**
 * What each module takes over from another product's company. A module fills `movers` with a `move-in.ts` of its own;
 * the run (operator/moving-in) calls them in the order of the modules, first for rows that others refer to.
 */
import type { Cx } from '../platform/cx'
import { defineExtensionPoint } from '../platform/extensions'
import type { ControlDb } from '../platform/sqlite'
import type { Reason } from './contract'
import type { Kind, Source, SourceCompany } from './source'

/**
 * Counts what becomes of each row of the source, by kind: exactly once, so that the sums agree. A kind of the report is
 * a kind of the source, or a table that nobody takes.
 */
export interface MoveReport {
  imported(what: string, count?: number): void
  /** It is part of another row here: a twin with the ninth digit, a row that an earlier run brought. */
  merged(what: string, reason: Reason, count?: number): void
  /** `detail`: one line for the list of differences, such as the file's name; the first thousand of a reason are kept. */
  skipped(what: string, reason: Reason, detail?: string): void
  /** It came, but not whole: a lunch break was lost, a file is missing. Not part of the sums. */
  noted(what: string, reason: Reason, detail?: string): void
}

/** Ids here of rows there, kept in the company's database (`moved_ids`), in the transaction that inserts the row. */
export interface MovedIds {
  find(kind: Kind, theirs: string | null): number | undefined
  add(kind: Kind, theirs: string, ours: number): void
}

export type Move = {
  /**
   * The company's database, aside: no server has it open, and its events go nowhere. `cx.now()` is the moment of the
   * move. Nothing may be sent because of a row.
   */
  readonly cx: Cx
  readonly control: ControlDb
  readonly source: Source
  readonly company: SourceCompany
  readonly ids: MovedIds
  readonly report: MoveReport
  /** Stores a file of theirs in the company's `media/`, by content. */
  readonly files: MoveFiles
  /**
   * Calls `take` with up to `size` rows at a time, each slice in one transaction with what `report` and `ids` note, and
   * yields to others in between. After a kill the run goes on behind the last slice that was committed: `name` is the
   * step's, unique in the run.
   */
  inSlices<T>(name: string, rows: Iterable<T>, take: (slice: readonly T[]) => void, size?: number): Promise<void>
}

export type MovedFile = {
  /** For `readStoredName`: the stored file's name. Null in a dry run, which stores nothing. */
  readonly file: string | null
  readonly name: string
  readonly mimetype: string
  /** Bytes. */
  readonly size: number
}

export interface MoveFiles {
  /** Null if it is not in their folder, or the path climbs out of it. Before the slice, because it is asynchronous. */
  take(path: string, name?: string | null): Promise<MovedFile | null>
}

export type Mover = {
  /** Names the step in progress and reports. */
  readonly name: string
  move(move: Move): Promise<void> | void
}

export const movers = defineExtensionPoint<Mover>('movingIn.movers')
