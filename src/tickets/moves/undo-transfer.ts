/** Undoes a transfer within a few seconds, unless somebody has acted on the ticket meanwhile. */

import type { Actor } from '../../actor'
import { findConnection } from '../../channels/connections/queries'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { getRow, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { findQueue } from '../../queues/queries'
import { findUser } from '../../users/people'
import { UNDO_TRANSFER_FOR } from '../contract'
import { ticketErrors } from '../errors'
import type { LogData } from '../log/log'
import { findTicket, findVisibleTicket } from '../queries'
import type { Ticket } from '../tables'
import type { Change } from '../ticket'

/** The ticket now, and its place before the transfer; for the user who transferred it, who may no longer see it. */
export function placeBeforeTransfer(cx: Cx, actor: Actor, id: number): { ticket: Ticket; change: Change } {
  const transfer = lastTransferBy(cx.db, actor, id)
  const ticket = transfer ? findTicket(cx.db, id) : findVisibleTicket(cx.db, actor, id)
  if (!ticket || !transfer || cx.now() - transfer.createdAt > UNDO_TRANSFER_FOR + ON_ITS_WAY)
    return fail(ticketErrors.ERR_UNDO_TOO_LATE)
  if (isActedOn(cx.db, actor, id, transfer)) fail(ticketErrors.ERR_UNDO_TAKEN)
  return { ticket, change: placeBefore(cx, ticket, JSON.parse(transfer.data) as LogData) } // written by writeLog alone
}

/** Grace for requests that were sent in time; several tickets are transferred, and undone, one after another. */
const ON_ITS_WAY = 30_000

type Transfer = { readonly id: number; readonly createdAt: number; readonly data: string }

const lastTransferBy = (db: Db, { userId }: Actor, ticketId: number) =>
  getRow<Transfer>(
    db,
    `SELECT id, created_at AS createdAt, data FROM ticket_log
     WHERE ticket_id = ? AND kind = 'transferred' AND user_id = ? ORDER BY id DESC LIMIT 1`,
    [ticketId, userId],
  )

/** Another move, or a message by a colleague; viewing does not count. */
const isActedOn = (db: Db, { userId }: Actor, ticketId: number, { id, createdAt }: Transfer): boolean =>
  getValue(
    db,
    `SELECT EXISTS (SELECT 1 FROM ticket_log WHERE ticket_id = @ticketId AND id > @id AND kind NOT IN ('accessed', 'receivedTransfer'))
       OR EXISTS (SELECT 1 FROM messages WHERE ticket_id = @ticketId AND created_at >= @createdAt AND from_me = 1 AND user_id <> @userId)`,
    { ticketId, id, createdAt, userId },
  ) === 1

function placeBefore(cx: Cx, ticket: Ticket, data: LogData): Change {
  const userId = idOf(data.fromUserId)
  const queueId = idOf(data.fromQueueId)
  const connectionId = idOf(data.fromConnectionId) ?? ticket.connectionId
  const isThere =
    (userId === null || findUser(cx.db, userId)?.active) &&
    (queueId === null || findQueue(cx.db, queueId)) &&
    findConnection(cx.db, connectionId)
  if (!isThere) fail(ticketErrors.ERR_UNDO_TAKEN)
  return { status: data.fromStatus === 'open' ? 'open' : 'pending', userId, queueId, connectionId }
}

const idOf = (value: LogData[string] | undefined): number | null => (typeof value === 'number' ? value : null)
