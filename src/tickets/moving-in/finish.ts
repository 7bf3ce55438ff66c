/** The rows of moved-in tickets, once their messages are there: the last message, and since when the contact waits. */
import { openWindow } from '../../channels/windows/windows'
import type { Move } from '../../moving-in/mover'
import { execute, getColumn, getOnlyRow, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { showLastOf } from '../messages/last-message'
import { findTicket } from '../queries'
import { isTouched } from './past-log'

export async function finishTickets(move: Move): Promise<void> {
  const ids = getColumn<number>(
    move.cx.db,
    `SELECT ours FROM moved_ids WHERE kind IN ('tickets', 'attendances') ORDER BY ours`,
  )
  await move.inSlices(
    'tickets.finish',
    ids,
    (slice) => {
      for (const id of slice) finishTicket(move.cx.db, id)
    },
    TICKETS_PER_TRANSACTION,
  )
}
/** All messages of each are read. */
const TICKETS_PER_TRANSACTION = 50

type Speech = { readonly heardAt: number | null; readonly saidAt: number | null; readonly any: number }

function finishTicket(db: Db, id: number) {
  const ticket = findTicket(db, id)
  if (!ticket) return
  const { heardAt, saidAt, any } = getOnlyRow<Speech>(
    db,
    `SELECT max(created_at) FILTER (WHERE from_me = 0) AS heardAt, max(created_at) FILTER (WHERE from_me = 1) AS saidAt, count(*) AS "any"
     FROM messages WHERE ticket_id = (? + 0) AND kind NOT IN ('note', 'call')`,
    id,
  )
  if (any === 0) return
  showLastOf(db, id)
  if (heardAt === null) return
  openWindow(db, { connectionId: ticket.connectionId, contactId: ticket.contactId }, heardAt)
  const heardId = getValue<number>(
    db,
    'SELECT id FROM messages WHERE ticket_id = (? + 0) AND from_me = 0 AND created_at = (? + 0) ORDER BY id DESC LIMIT 1',
    [id, heardAt],
  )
  const isOurs = ticket.status === 'closed' || isTouched(db, id)
  // The sign keeps SQLite from walking all that the company heard since then.
  const waitingSince = isOurs
    ? ticket.waitingSince
    : getValue<number | null>(
        db,
        `SELECT min(created_at) FROM messages
           WHERE ticket_id = (? + 0) AND +from_me = 0 AND kind NOT IN ('note', 'call') AND created_at > (? + 0)`,
        [id, saidAt ?? 0],
      )
  // A newer dump takes over once more what changed a ticket, so nothing is written that is there.
  execute(
    db,
    `UPDATE tickets SET (heard_at, heard_id, waiting_since) = (${STATE}) WHERE id = @id AND (heard_at, heard_id, waiting_since) IS NOT (${STATE})`,
    { id, heardAt, heardId: heardId ?? null, waitingSince: waitingSince ?? null },
  )
}
const STATE = 'max(ifnull(heard_at, 0), @heardAt), ifnull(@heardId, heard_id), @waitingSince'
