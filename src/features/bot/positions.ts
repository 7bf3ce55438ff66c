/** Sends waiting contacts their position in the queue: on entry, and when it changes. */
import type { Cx } from '../../platform/cx'
import { on, type Subscriber } from '../../platform/extensions'
import { execute, getRows, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { MINUTE } from '../../platform/time'
import { isEnabled } from '../../settings/settings'
import { isPaused } from '../../tenancy/standby'
import { textsOfCompany } from '../../texts/texts'
import { ticketWaiting } from '../../tickets/events'
import { findTicket } from '../../tickets/queries'
import { sendAutomatic } from '../../tickets/sending/send-automatic'
import type { Ticket } from '../../tickets/tables'

/** Minimum time between two positions sent to a contact. */
const POSITION_INTERVAL_MS = 3 * MINUTE
/** Per run of the job; other writers go in between. */
const POSITIONS_PER_RUN = 50

/** Longest waiting first. Tickets served by the bot do not count. */
const places = `SELECT id, connection_id, row_number() OVER (PARTITION BY queue_id ORDER BY created_at, id) AS place
  FROM tickets
  WHERE status = 'pending' AND is_group = 0 AND is_bot = 0 AND user_id IS NULL AND queue_id IS NOT NULL`

/** When a contact may get a position again, in SQL. `sendPositions` checks whether it changed. */
export const NEXT_POSITION = `SELECT min(p.told_at) + ${POSITION_INTERVAL_MS} FROM tickets w CROSS JOIN queue_positions p ON p.ticket_id = w.id
  WHERE w.status = 'pending' AND w.is_group = 0 AND w.is_bot = 0 AND w.user_id IS NULL AND w.queue_id IS NOT NULL
    AND EXISTS (SELECT 1 FROM settings WHERE key = 'sendQueuePosition' AND value = 'enabled')`

/** `canSend` filters connections: a position sent hours later would be wrong. */
export function sendPositions(cx: Cx, canSend: (connectionId: number) => boolean) {
  if (!isEnabled(cx.db, 'sendQueuePosition')) return
  for (const { id, place, connection_id } of listChanged(cx.db, cx.now())) {
    if (!canSend(connection_id)) continue
    cx.transaction((cx) => {
      const ticket = findTicket(cx.db, id)
      if (ticket?.status === 'pending') sendPosition(cx, ticket, place)
    })
  }
}

type QueuePosition = { readonly id: number; readonly connection_id: number; readonly place: number }

const listChanged = (db: Db, now: number): QueuePosition[] =>
  getRows<QueuePosition>(
    db,
    `SELECT w.id, w.connection_id, w.place FROM (${places}) w JOIN queue_positions p ON p.ticket_id = w.id
     WHERE p.position <> w.place AND p.told_at <= ? ORDER BY p.told_at LIMIT ${POSITIONS_PER_RUN}`,
    now - POSITION_INTERVAL_MS,
  )

/** Sends the first position, unless the ticket was assigned in the meantime. */
function reportEntry(cx: Cx, { ticket: { id } }: { readonly ticket: Ticket }) {
  if (isPaused(cx) || !isEnabled(cx.db, 'sendQueuePosition')) return
  cx.transaction((cx) => {
    const place = getValue(cx.db, `SELECT place FROM (${places}) WHERE id = ?`, id)
    const ticket = findTicket(cx.db, id)
    if (ticket && place !== undefined) sendPosition(cx, ticket, Number(place))
  })
}

function sendPosition(cx: Cx, ticket: Ticket, position: number) {
  execute(cx.db, 'INSERT OR REPLACE INTO queue_positions (ticket_id, position, told_at) VALUES (?, ?, ?)', [
    ticket.id,
    position,
    cx.now(),
  ])
  const text = textsOfCompany(cx.tenant.language).toContact.queuePosition
  sendAutomatic(cx, ticket, text, { values: { position: String(position) } })
}

export const positionSubscribers: readonly Subscriber[] = [on(ticketWaiting, 'afterCommit', reportEntry)]
