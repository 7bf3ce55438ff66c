/** Automated sends and their outcomes. */
import type { Cx } from '../../platform/cx'
import { getOnlyRow, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { DAY, HOUR } from '../../platform/time'
import type { DeliveryStats } from './policy'

/** Older outcomes say nothing about today. */
const COUNTS_FOR = 3 * DAY
/** By then most people have looked at their messages. */
const RIPE_AFTER = HOUR

export function readDeliveryStats(
  db: Db,
  connectionId: number,
  { since, now }: { since: number; now: number },
): DeliveryStats {
  return getOnlyRow<DeliveryStats>(
    db,
    `SELECT count(*) FILTER (WHERE state <> 'waiting') AS settled,
       count(*) FILTER (WHERE state = 'failed') AS failed,
       count(*) FILTER (WHERE state IN ('blocked', 'optedOut')) AS unwanted,
       count(*) FILTER (WHERE state IN ('sent', 'delivered', 'read') AND at <= ?) AS ripe,
       count(*) FILTER (WHERE state IN ('sent', 'delivered') AND at <= ?) AS unread
     FROM reach_outcomes WHERE connection_id = ? AND at > ?`,
    [now - RIPE_AFTER, now - RIPE_AFTER, connectionId, Math.max(since, now - COUNTS_FOR)],
  )
}

/** Whether we sent this contact an automated message over this connection in the last 30 days. */
export function gotAutomatedMessage(cx: Cx, contactId: number, connectionId: number): boolean {
  const at = reachedAt(cx, contactId, connectionId)
  return at !== undefined && cx.now() - at < 30 * DAY
}

/** Whether an automated message of the last days is the latest that we sent over this connection. */
export function answersAutomated(cx: Cx, contactId: number, connectionId: number): boolean {
  const at = reachedAt(cx, contactId, connectionId)
  if (at === undefined || cx.now() - at >= 3 * DAY) return false
  const since = getValue(
    cx.db,
    `SELECT 1 FROM messages WHERE contact_id = ? AND created_at > ? AND from_me = 1 AND connection_id = ?
       AND kind NOT IN ('note', 'call') LIMIT 1`,
    [contactId, at, connectionId],
  )
  return since === undefined
}

function reachedAt(cx: Cx, contactId: number, connectionId: number): number | undefined {
  const at = getValue(cx.db, 'SELECT at FROM reached WHERE contact_id = ? AND connection_id = ?', [
    contactId,
    connectionId,
  ])
  return typeof at === 'number' ? at : undefined
}
