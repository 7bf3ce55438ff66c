/** Inserts a new ticket, whether a contact wrote, an attendant opened it or history was imported. */
import type { Connection } from '../channels/connections/tables'
import type { Contact } from '../contacts/tables'
import type { Cx } from '../platform/cx'
import { statement } from '../platform/sqlite'
import { blockIn } from './groups/queries'
import type { Ticket } from './tables'

type Wanted = Pick<Ticket, 'status' | 'queueId'> & {
  readonly connection: Connection
  readonly contact: Contact
  readonly userId?: number | null
  /** Epoch milliseconds: when it began; also when it was opened or closed, if it starts in that state. */
  readonly at: number
  /** Contains history from before the account was linked. */
  readonly isImported?: boolean
}

/** Returns its id. */
export function insertTicket(cx: Cx, { status, connection, contact, queueId, userId, at, isImported }: Wanted): number {
  const { lastInsertRowid } = statement(
    cx.db.$client,
    `INSERT INTO tickets (uuid, status, is_group, channel, contact_id, connection_id, queue_id, user_id, sending_blocked, imported, last_message_at, created_at, updated_at, accepted_at, closed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?)`,
  ).run(
    crypto.randomUUID(),
    status,
    contact.isGroup ? 1 : 0,
    connection.channel,
    contact.id,
    connection.id,
    queueId,
    userId ?? null,
    contact.isGroup ? blockIn(cx.db, contact.id, connection.id) : null,
    isImported ? 1 : 0,
    at,
    at,
    status === 'open' ? at : null,
    status === 'closed' ? at : null,
  )
  return Number(lastInsertRowid)
}
