/** Health of a connection: current state, latest problem, traffic. */
import { eq } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import { instant, instantOrNull } from '../../platform/formats'
import { getOnlyRow } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import type { ConnectionHealth, ConnectionSummary } from './contract'
import { type Connection, connectionHealth, connectionLinks } from './tables'

/** Stores when the state began, and the latest problem. */
export function noteState(cx: Cx, before: Connection, after: Connection) {
  const isNew = after.status !== before.status
  const hasTrouble = after.reason !== null && (isNew || after.reason !== before.reason)
  if (!isNew && !hasTrouble) return
  const known = knownOf(cx.db, after.id)
  const row = {
    statusSince: isNew ? cx.now() : (known?.statusSince ?? before.updatedAt),
    lastError: hasTrouble ? after.reason : (known?.lastError ?? null),
    lastErrorAt: hasTrouble ? cx.now() : (known?.lastErrorAt ?? null),
  }
  cx.db
    .insert(connectionHealth)
    .values({ connectionId: after.id, ...row })
    .onConflictDoUpdate({ target: connectionHealth.connectionId, set: row })
    .run()
}

/** Called when a phone was just linked. */
export function noteLinked(cx: Cx, connectionId: number) {
  const linkedAt = cx.now()
  cx.db
    .insert(connectionLinks)
    .values({ connectionId, linkedAt })
    .onConflictDoUpdate({ target: connectionLinks.connectionId, set: { linkedAt } })
    .run()
}

/** Called when the messenger refused one message of a chat that continues. */
export function noteRefusal(cx: Cx, connectionId: number) {
  const refusal = { lastError: 'messageRefused', lastErrorAt: cx.now() }
  cx.db
    .insert(connectionHealth)
    .values({ connectionId, statusSince: cx.now(), ...refusal })
    .onConflictDoUpdate({ target: connectionHealth.connectionId, set: refusal })
    .run()
}

const knownOf = (db: Db, id: number) =>
  db.select().from(connectionHealth).where(eq(connectionHealth.connectionId, id)).get()

/** Start of the current status; unknown if it never changed. */
export const statusSince = (db: Db, { id, updatedAt }: Pick<Connection, 'id' | 'updatedAt'>): number =>
  knownOf(db, id)?.statusSince ?? updatedAt

export function healthOf(cx: Cx, connection: Connection, summary: ConnectionSummary): ConnectionHealth {
  const { id } = connection
  const known = knownOf(cx.db, id)
  const { status, since, reason, until } = summary
  return {
    status,
    since,
    reason,
    until,
    lastError:
      known && known.lastError !== null && known.lastErrorAt !== null
        ? { reason: known.lastError, at: instant(known.lastErrorAt) }
        : null,
    tickets: ticketsOf(cx.db, id),
    today: messagesSince(cx.db, id, startOfToday(cx)),
    outbox: outboxOf(cx.db, id),
  }
}

const startOfToday = (cx: Cx): number =>
  Temporal.Instant.fromEpochMilliseconds(cx.now()).toZonedDateTimeISO(cx.tenant.timeZone).startOfDay().epochMilliseconds

/** Read from the counters. */
const ticketsOf = (db: Db, connectionId: number): ConnectionHealth['tickets'] =>
  getOnlyRow<ConnectionHealth['tickets']>(
    db,
    `SELECT ifnull(sum(n) FILTER (WHERE status = 'pending'), 0) AS pending, ifnull(sum(n) FILTER (WHERE status = 'open'), 0) AS open
     FROM ticket_counts WHERE connection_id = ? AND status <> 'closed'`,
    connectionId,
  )

/** Maximum messages counted, over all connections; above it the response says that there are more. */
export const MOST_COUNTED = 20_000

/** Goes through the conversations with activity since then, because messages have no index by time alone. */
function messagesSince(db: Db, connectionId: number, since: number): ConnectionHealth['today'] {
  const { all, received, sent } = getOnlyRow<{ all: number; received: number; sent: number }>(
    db,
    `SELECT count(*) AS "all", ifnull(sum(connection_id = @id AND from_me = 0), 0) AS received, ifnull(sum(connection_id = @id AND from_me = 1), 0) AS sent
     FROM (
       SELECT m.connection_id, m.from_me
       FROM (SELECT DISTINCT contact_id FROM tickets WHERE status IN ('pending', 'open', 'closed') AND is_group IN (0, 1) AND updated_at >= @since) c
       CROSS JOIN messages m ON m.contact_id = c.contact_id AND m.created_at >= @since
       LIMIT ${MOST_COUNTED + 1}
     )`,
    { id: connectionId, since },
  )
  return { received, sent, isMore: all > MOST_COUNTED }
}

function outboxOf(db: Db, connectionId: number): ConnectionHealth['outbox'] {
  const { waiting, oldest } = getOnlyRow<{ waiting: number; oldest: number | null }>(
    db,
    'SELECT count(*) AS waiting, min(created_at) AS oldest FROM outbox WHERE connection_id = ?',
    connectionId,
  )
  return { waiting, oldestAt: instantOrNull(oldest) }
}
