/** Deletes a ticket with its messages. */
import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { type Db, statement } from '../../platform/sqlite'
import { announceGone, announceTicket } from '../announce'
import { ticketDeleted } from '../events'
import { findVisibleTicket } from '../queries'
import { tickets } from '../tables'
import { close } from '../ticket'
import { saveTicket } from './actions'

/** Messages per batch, before other work gets its turn. */
const AT_ONCE = 500

/**
 * A group's ticket may have a hundred thousand messages, so the oldest go first and in batches: if the process dies
 * meanwhile, the ticket still exists with the newer ones and can be deleted again. It is closed from the first batch on:
 * what the contact writes in between opens a ticket of its own.
 */
export async function deleteTicket(cx: Cx, actor: Actor, id: number) {
  while (!deleteSome(cx, actor, id)) await new Promise(setImmediate)
}

/** True when the ticket is gone. */
const deleteSome = (cx: Cx, actor: Actor, id: number): boolean =>
  cx.transaction((cx) => {
    const ticket = findVisibleTicket(cx.db, actor, id)
    if (deleteOldest(cx.db, id) === AT_ONCE) {
      if (ticket.status !== 'closed') announceTicket(cx, ticket, saveTicket(cx, id, close(ticket, cx.now())))
      return false
    }
    cx.db.delete(tickets).where(eq(tickets.id, id)).run()
    announceGone(cx, ticket)
    cx.happened(ticketDeleted({ ticket }))
    return true
  })

/** How many were deleted. */
const deleteOldest = (db: Db, ticketId: number): number =>
  statement(
    db.$client,
    `DELETE FROM messages WHERE id IN (SELECT id FROM messages WHERE ticket_id = ? ORDER BY id LIMIT ${AT_ONCE})`,
  ).run(ticketId).changes
