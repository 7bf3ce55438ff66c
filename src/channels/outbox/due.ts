/** Which rows of a connection may be sent now, and when the next one is due. */
import type { Cx } from '../../platform/cx'
import { getOnlyValue, getRow, getRows } from '../../platform/sql'
import { MINUTE } from '../../platform/time'
import { findConnection } from '../connections/queries'
import type { OutboxRow } from '../connections/tables'

/** Maximum messages of a connection in flight. */
export const CONCURRENT_SENDS = 24
/** No wait between two attempts is longer. */
export const LONGEST_WAIT = MINUTE

/** Rows that are being sent, by row id: a merge may change the contact meanwhile. */
export type InFlight = ReadonlyMap<number, OutboxRow>

/**
 * The first row of each contact. A row that waits for its next attempt holds back the contact's other rows; a row held
 * by a standby company does not.
 */
const FIRST_OF_EACH = `SELECT id, connection_id AS connectionId, contact_id AS contactId, message_id AS messageId, act_id AS actionId,
    attempts, next_at AS nextAt, created_at AS createdAt
  FROM outbox o
  WHERE connection_id = (? + 0) AND created_at > (? + 0)
    AND (next_at <= (? + 0) OR next_at > (? + 0) OR next_at = created_at)
    AND contact_id NOT IN (SELECT contact_id FROM outbox WHERE id IN (SELECT value FROM json_each(?)))
    AND NOT EXISTS (SELECT 1 FROM outbox earlier
      WHERE earlier.connection_id = o.connection_id AND earlier.contact_id = o.contact_id AND earlier.id < o.id
        AND earlier.created_at > (? + 0))
  ORDER BY id LIMIT ${CONCURRENT_SENDS}`

/** Due rows of contacts that have nothing in flight, up to `CONCURRENT_SENDS` including those in flight. */
export function firstOfEachContact(cx: Cx, connectionId: number, inFlight: InFlight): OutboxRow[] {
  const now = cx.now()
  // Due later than our longest wait: the clock was set back.
  const due = [now, now + LONGEST_WAIT]
  const held = heldUntil(cx)
  const rows = getRows<OutboxRow>(cx.db, FIRST_OF_EACH, [connectionId, held, ...due, idsOf(inFlight), held])
  return rows.slice(0, CONCURRENT_SENDS - inFlight.size)
}

/** Whether this row or another row of its contact is in flight. */
export function isContactBusy(cx: Cx, { contactId }: OutboxRow, inFlight: InFlight): boolean {
  const sql = 'SELECT 1 FROM outbox WHERE contact_id = ? AND id IN (SELECT value FROM json_each(?))'
  return inFlight.size > 0 && getRow(cx.db, sql, [contactId, idsOf(inFlight)]) !== undefined
}

const idsOf = (inFlight: InFlight): string => JSON.stringify([...inFlight.keys()])

/** Rows queued before this time wait until the company is activated. */
const heldUntil = ({ tenant }: Cx): number => tenant.standbySince ?? Number.MIN_SAFE_INTEGER

/** Covers postponed rows only: a new row has `next_at` = `created_at` and is due regardless of the clock. */
const NEXT_TRY =
  'SELECT min(next_at) FROM outbox WHERE connection_id = (? + 0) AND next_at > (? + 0) AND next_at <> created_at AND created_at > (? + 0)'

/** When the next postponed row is due; null without one. */
export const nextTryAt = (cx: Cx, connectionId: number): number | null =>
  getOnlyValue<number | null>(cx.db, NEXT_TRY, [connectionId, cx.now(), heldUntil(cx)])

/** Minimum milliseconds between two messages of a connection; 0 without a rate limit. */
export const gapOf = (cx: Cx, connectionId: number): number => {
  const pace = findConnection(cx.db, connectionId)?.messagesPerMinute ?? 0
  return pace > 0 ? MINUTE / pace : 0
}
