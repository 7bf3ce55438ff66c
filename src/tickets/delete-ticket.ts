/** Deletes a ticket with its messages, if the permission table allows it. */
import { eq } from 'drizzle-orm'
import { can } from '../access/permissions'
import type { Actor } from '../actor'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { statement } from '../platform/sqlite'
import { announceGone } from './announce'
import { findVisibleTicket } from './queries'
import { type Ticket, tickets } from './tables'

/** Messages per batch, before other work gets its turn. */
const AT_ONCE = 500

/**
 * A group's ticket may have a hundred thousand messages, so the oldest go first and in batches: if the process dies
 * meanwhile, the ticket still exists with the newer ones and can be deleted again.
 */
export async function deleteTicket(cx: Cx, actor: Actor, id: number) {
  demandDeletable(cx, actor, id)
  while (deleteOldest(cx, id) === AT_ONCE) await new Promise(setImmediate)
  cx.transaction((cx) => {
    const ticket = demandDeletable(cx, actor, id)
    cx.db.delete(tickets).where(eq(tickets.id, id)).run()
    announceGone(cx, ticket)
  })
}

function demandDeletable(cx: Cx, actor: Actor, id: number): Ticket {
  const ticket = findVisibleTicket(cx.db, actor, id)
  return can(actor, 'ticket-options:deleteTicket') ? ticket : fail('ERR_NO_PERMISSION')
}

/** How many were deleted. */
const deleteOldest = (cx: Cx, ticketId: number): number =>
  cx.transaction(
    ({ db }) =>
      statement(
        db.$client,
        `DELETE FROM messages WHERE id IN (SELECT id FROM messages WHERE ticket_id = ? ORDER BY id LIMIT ${AT_ONCE})`,
      ).run(ticketId).changes,
  )
