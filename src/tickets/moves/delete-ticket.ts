/** Deletes a ticket with its messages. */
import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { execute } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { announceGone, announceTicket } from '../announce'
import { ticketDeleted } from '../events'
import { findVisibleTicket } from '../queries'
import { tickets } from '../tables'
import { close } from '../ticket'
import { saveTicket } from './actions'

/** Messages per batch; yields to the event loop in between. */
const ROWS_PER_TRANSACTION = 500

/**
 * A group's ticket may have a hundred thousand messages, so they are deleted in batches, oldest first: if the process
 * dies, the ticket still exists with the newer ones and can be deleted again. The first batch closes it: what the
 * contact writes meanwhile opens another ticket.
 */
export async function deleteTicket(cx: Cx, actor: Actor, id: number) {
  while (!deleteSome(cx, actor, id)) await new Promise(setImmediate)
}

/** Returns true when the ticket is gone. */
const deleteSome = (cx: Cx, actor: Actor, id: number): boolean =>
  cx.transaction((cx) => {
    const ticket = findVisibleTicket(cx.db, actor, id)
    if (deleteOldest(cx.db, id) === ROWS_PER_TRANSACTION) {
      if (ticket.status !== 'closed') announceTicket(cx, ticket, saveTicket(cx, id, close(ticket, cx.now())))
      return false
    }
    cx.db.delete(tickets).where(eq(tickets.id, id)).run()
    announceGone(cx, ticket)
    cx.happened(ticketDeleted({ ticket }))
    return true
  })

/** Returns how many were deleted. */
const deleteOldest = (db: Db, ticketId: number): number =>
  execute(
    db,
    `DELETE FROM messages WHERE id IN (SELECT id FROM messages WHERE ticket_id = ? ORDER BY id LIMIT ${ROWS_PER_TRANSACTION})`,
    ticketId,
  ).changes
