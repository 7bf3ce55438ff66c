/** Attempts to get a certificate, and notes about the one in use, in control.db. */
import { execute, getRow, getRows, getValue } from '../../platform/sql'
import type { ControlDb, WritableControl } from '../../platform/sqlite'
import type { Cause } from './contract'

export type Attempt = {
  readonly id: number
  readonly name: string
  readonly startedAt: number
  readonly endedAt: number | null
  readonly state: 'running' | 'issued' | 'renewed' | 'failed' | 'interrupted'
  readonly challenge: string | null
  readonly cause: Cause | null
  readonly detail: string | null
  readonly retryAt: number | null
}

const MOST_ATTEMPTS = 200
const COLUMNS =
  'id, name, started_at AS startedAt, ended_at AS endedAt, state, challenge, cause, detail, retry_at AS retryAt'

/** Newest first. */
export const listAttempts = (control: ControlDb, name: string, most: number): Attempt[] =>
  getRows<Attempt>(
    control,
    `SELECT ${COLUMNS} FROM certificate_attempts WHERE name = ? ORDER BY id DESC LIMIT (? + 0)`,
    [name, most],
  )

export const findAttempt = (control: ControlDb, id: number): Attempt | undefined =>
  getRow<Attempt>(control, `SELECT ${COLUMNS} FROM certificate_attempts WHERE id = ?`, id)

export function startAttempt(control: WritableControl, now: number, name: string): number {
  const { lastInsertRowid } = execute(
    control,
    "INSERT INTO certificate_attempts (name, started_at, state) VALUES (?, ?, 'running')",
    [name, now],
  )
  execute(
    control,
    `DELETE FROM certificate_attempts WHERE id <= (SELECT max(id) FROM certificate_attempts) - ${MOST_ATTEMPTS}`,
  )
  return Number(lastInsertRowid)
}

export const noteChallenge = (control: WritableControl, id: number, challenge: string): unknown =>
  execute(control, 'UPDATE certificate_attempts SET challenge = ? WHERE id = ?', [challenge, id])

export type Outcome = Pick<Attempt, 'state' | 'cause' | 'detail' | 'retryAt'>

export const endAttempt = (control: WritableControl, now: number, id: number, outcome: Outcome): unknown =>
  execute(
    control,
    `UPDATE certificate_attempts SET state = @state, cause = @cause, detail = @detail, retry_at = @retryAt, ended_at = @now
     WHERE id = @id`,
    { ...outcome, detail: outcome.detail?.toWellFormed() ?? null, id, now },
  )

/** A killed process has left them. */
export const markInterrupted = (control: WritableControl, now: number): unknown =>
  execute(control, "UPDATE certificate_attempts SET state = 'interrupted', ended_at = ? WHERE state = 'running'", now)

export const readNote = (control: ControlDb, key: string): string =>
  getValue<string>(control, 'SELECT value FROM certificate_notes WHERE key = ?', key) ?? ''

export const writeNote = (control: WritableControl, key: string, value: string): unknown =>
  execute(
    control,
    'INSERT INTO certificate_notes (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
    [key, value],
  )
