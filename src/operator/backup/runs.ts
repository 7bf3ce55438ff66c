/** Backups that were made, in control.db. */
import { join } from 'node:path'
import { execute, getRow, getRows } from '../../platform/sql'
import type { ControlDb, WritableControl } from '../../platform/sqlite'
import { backupsFolder } from './list'

export type BackupKind = 'scheduled' | 'manual' | 'command' | 'update'
export type BackupRun = {
  readonly id: number
  readonly kind: BackupKind
  readonly folder: string
  readonly state: 'running' | 'verified' | 'failed'
  readonly startedAt: number
  readonly endedAt: number | null
  readonly verifiedAt: number | null
  readonly bytes: number | null
  readonly companies: number | null
  readonly problem: string | null
}

/** What a finished backup has to say. */
export type Outcome = Pick<BackupRun, 'state' | 'folder' | 'bytes' | 'companies' | 'problem'>

/** Rows of failures and of removed backups that are kept. */
const MOST_RUNS = 100
const LONGEST_PROBLEM = 500

const COLUMNS = `id, kind, folder, state, started_at AS startedAt, ended_at AS endedAt, verified_at AS verifiedAt, bytes, companies, problem`

/** Newest first. */
export const listRuns = (control: ControlDb, most: number): BackupRun[] =>
  getRows<BackupRun>(control, `SELECT ${COLUMNS} FROM backup_runs ORDER BY id DESC LIMIT (? + 0)`, most)

export const findRun = (control: ControlDb, id: number): BackupRun | undefined =>
  getRow<BackupRun>(control, `SELECT ${COLUMNS} FROM backup_runs WHERE id = ?`, id)

export function startRun(control: WritableControl, now: number, kind: BackupKind, folder: string): number {
  const { lastInsertRowid } = execute(
    control,
    "INSERT INTO backup_runs (kind, folder, state, started_at) VALUES (?, ?, 'running', ?)",
    [kind, folder, now],
  )
  execute(
    control,
    `DELETE FROM backup_runs WHERE id <= (SELECT max(id) FROM backup_runs) - ${MOST_RUNS} AND state <> 'verified'`,
  )
  return Number(lastInsertRowid)
}

export function endRun(control: WritableControl, now: number, id: number, outcome: Outcome): void {
  const problem = outcome.problem?.slice(0, LONGEST_PROBLEM).toWellFormed() ?? null
  execute(
    control,
    `UPDATE backup_runs SET state = @state, folder = @folder, ended_at = @now, bytes = @bytes, companies = @companies,
       problem = @problem, verified_at = CASE WHEN @state = 'verified' THEN @now END WHERE id = @id`,
    { ...outcome, problem, now, id },
  )
}

/** After another look at its files. Null: it is as it was made. */
export function noteVerification(control: WritableControl, now: number, id: number, problem: string | null): void {
  execute(control, 'UPDATE backup_runs SET state = @state, verified_at = @now, problem = @problem WHERE id = @id', {
    id,
    now,
    state: problem === null ? 'verified' : 'failed',
    problem: problem?.slice(0, LONGEST_PROBLEM).toWellFormed() ?? null,
  })
}

export const forgetRun = (control: WritableControl, id: number): unknown =>
  execute(control, 'DELETE FROM backup_runs WHERE id = ?', id)

/** A killed process, or the one whose data was restored, made none: the schedule starts it again. */
export const forgetUnfinished = (control: WritableControl): unknown =>
  execute(control, "DELETE FROM backup_runs WHERE state = 'running' AND kind <> 'command'")

/** Records a backup that the command line made. A control.db that cannot be written must not make it look failed. */
export function noteCommandRun(control: WritableControl, now: number, outcome: Outcome): void {
  try {
    endRun(control, now, startRun(control, now, 'command', outcome.folder), outcome)
  } catch {
    // the backup is there
  }
}

export const backupFolderOf = (dataDir: string, wanted: string): string =>
  wanted === '' ? backupsFolder(dataDir) : join(wanted)
