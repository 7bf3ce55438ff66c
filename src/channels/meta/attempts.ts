/**
 * Requests that hand a message to Meta, which has no way to recognise a repetition. Each is noted before it is sent and
 * stays until Meta has answered; one without an answer may have been accepted, so it is repeated only when its doubt ends.
 */
import { execute, getColumn, getRow, getValue } from '../../platform/sql'
import type { Raw } from '../../platform/sqlite'

export type Attempt = { readonly begunAt: number; readonly externalId: string | null }
export type AttemptKey = { readonly connectionId: number; readonly ours: string }

/** In one commit, before the request. A repetition begins anew. */
export const noteAttempt = (db: Raw, { connectionId, ours }: AttemptKey, chat: string, now: number): unknown =>
  execute(
    db,
    `INSERT INTO meta_attempts (connection_id, ours, chat, begun_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET chat = excluded.chat, begun_at = excluded.begun_at`,
    [connectionId, ours, chat, now],
  )

/** Meta has accepted it under this id, as its answer, a status or an echo says. */
export const noteAccepted = (db: Raw, { connectionId, ours }: AttemptKey, externalId: string): unknown =>
  execute(db, 'UPDATE meta_attempts SET external_id = ? WHERE connection_id = ? AND ours = ? AND external_id IS NULL', [
    externalId,
    connectionId,
    ours,
  ])

/** Meta has not accepted it. */
export const removeAttempt = (db: Raw, { connectionId, ours }: AttemptKey): unknown =>
  execute(db, 'DELETE FROM meta_attempts WHERE connection_id = ? AND ours = ? AND external_id IS NULL', [
    connectionId,
    ours,
  ])

export const findAttempt = (db: Raw, { connectionId, ours }: AttemptKey): Attempt | undefined =>
  getRow<Attempt>(
    db,
    'SELECT begun_at AS begunAt, external_id AS externalId FROM meta_attempts WHERE connection_id = ? AND ours = ?',
    [connectionId, ours],
  )

/** Whether a message of ours in this conversation may have been accepted without our knowing. */
export const isInDoubt = (db: Raw, connectionId: number, chat: string, since: number): boolean =>
  getValue(
    db,
    `SELECT 1 FROM meta_attempts WHERE connection_id = ? AND chat = ? AND external_id IS NULL AND begun_at > ? LIMIT 1`,
    [connectionId, chat, since],
  ) !== undefined

/** Which request of ours has this id at Meta. */
export const findOurs = (db: Raw, connectionId: number, externalId: string): string | undefined =>
  getValue<string>(db, 'SELECT ours FROM meta_attempts WHERE connection_id = ? AND external_id = ?', [
    connectionId,
    externalId,
  ])

/** Meta's ids of what was sent in this conversation after a time. */
export const listSentAfter = (db: Raw, connectionId: number, chat: string, time: number): string[] =>
  getColumn<string>(
    db,
    'SELECT external_id FROM meta_attempts WHERE begun_at > ? AND connection_id = ? AND chat = ? AND external_id IS NOT NULL',
    [time, connectionId, chat],
  )

export const removeAttemptsBefore = (db: Raw, time: number): unknown =>
  execute(db, 'DELETE FROM meta_attempts WHERE begun_at < ?', time)
