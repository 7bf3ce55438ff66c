/**
 * What each module takes over from another product's company. A module fills `movers` with a `move-in.ts` of its own;
 * the run (operator/moving-in) calls them in the order of the modules, first for rows that others refer to.
 */
import type { Cx } from '../platform/cx'
import type { Encryption } from '../platform/encryption'
import { defineExtensionPoint } from '../platform/extensions'
import type { ControlDb, WritableControl } from '../platform/sqlite'
import type { Claims } from '../tenancy/claims'
import { FILES, type Reason } from './contract'
import type { Kind, Source, SourceCompany } from './source'

/**
 * Counts what becomes of each row of the source, by kind: exactly once, so that the sums agree. A kind of the report is
 * a kind of the source, a table that nobody takes, or `FILES`, of which each that a moved row names counts.
 */
export interface MoveReport {
  imported(what: string, count?: number): void
  /**
   * It is part of another row here: a twin with the ninth digit, a row that an earlier run brought (`alreadyHere`), a
   * queue whose name exists here (`sameName`). Rows here are not overwritten: they may have changed since.
   */
  merged(what: string, reason: Reason, count?: number): void
  /** `detail`: one line for the list of differences, such as the file's name; the first thousand of a reason are kept. */
  skipped(what: string, reason: Reason, detail?: string): void
  /** It came, but not whole: a lunch break was lost, a file is missing. Not part of the sums. */
  noted(what: string, reason: Reason, detail?: string): void
}

/** Ids here of rows there, kept in the company's database (`moved_ids`), in the transaction that inserts the row. */
export interface MovedIds {
  /** For what refers to it: undefined also if it was deleted here since an earlier run. */
  find(kind: Kind, theirs: string | null): number | undefined
  /** An earlier run, or an earlier slice, brought it. It may be deleted here since, and stays so. */
  has(kind: Kind, theirs: string): boolean
  /** In a slice only. */
  add(kind: Kind, theirs: string, ours: number): void
}

export type Move = {
  /**
   * The company's database, aside: no server has it open, and its events go nowhere. `cx.now()` is the moment of the
   * move. Nothing may be sent because of a row. `tenant.id` is 0 for a company that is not in place yet.
   */
  readonly cx: Cx
  /** To look up only: what a mover writes there waits for `settle`. */
  readonly control: ControlDb
  /** To look up only: e-mails are claimed before `settle`. */
  readonly claims: Claims
  /** The company has rows that this run did not bring: of an earlier run, or of people here. */
  readonly isAgain: boolean
  /** It moves into company 1, and its super users become operators. */
  readonly becomesOperator: boolean
  readonly source: Source
  readonly company: SourceCompany
  readonly ids: MovedIds
  readonly report: MoveReport
  /** Stores a file of theirs in the company's `media/`, by content. */
  readonly files: MoveFiles
  /** For what the company stores encrypted. */
  encryptionFor(purpose: string): Encryption
  /**
   * Calls `take` with up to `size` rows at a time, each slice in one transaction with what `report` and `ids` note, and
   * yields to others in between. After a kill the run goes on behind the last slice that was committed: `name` is the
   * step's, unique in the run. What a mover keeps in memory is empty then, so that it looks up what it needs.
   */
  inSlices<T>(name: string, rows: Iterable<T>, take: (slice: readonly T[]) => void, size?: number): Promise<void>
  /** With asynchronous work before each slice's transaction, such as `files.take`. It may count nothing. */
  inPreparedSlices<T, P>(
    name: string,
    rows: Iterable<T>,
    prepare: (slice: readonly T[]) => Promise<P>,
    take: (slice: readonly T[], prepared: P) => void,
    size?: number,
  ): Promise<void>
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

/** Rows that belong into control.db: invoices, announcements, numbers of connections. */
export type Settling = {
  readonly control: WritableControl
  /** The company's database, in place, to be read only. */
  readonly cx: Cx
  readonly source: Source
  readonly company: SourceCompany
  readonly becomesOperator: boolean
  /** E-mails of its people that another company has. */
  readonly takenEmails: ReadonlySet<string>
  /** Kept in control.db. `find` does not ask whether the row is still there. */
  readonly ids: MovedIds
  readonly report: MoveReport
}

/** Counts a file that a row names. */
export function reportFile(report: MoveReport, path: string, file: MovedFile | null): void {
  if (file) report.imported(FILES)
  else report.skipped(FILES, 'fileMissing', path)
}

export type Mover = {
  /** Names the step in progress and reports. */
  readonly name: string
  /** Called again after a kill, and by each later run. */
  move?(move: Move): Promise<void> | void
  /**
   * Called in the transaction that puts the company in place, which must be short, and again by each later run:
   * `settling.cx.tenant.id` is the company's. A kind is counted either here or in `move`.
   */
  settle?(settling: Settling): void
  /** What is the whole installation's, such as help videos; once in a run, in a transaction of control.db. */
  settleInstallation?(settling: Pick<Settling, 'control' | 'source' | 'report'> & { readonly now: number }): void
}

export const movers = defineExtensionPoint<Mover>('movingIn.movers')
