/** Inserts a ticket, whether a contact wrote, an attendant opened it or a backfill was imported. */
import type { Connection } from '../../channels/connections/tables'
import type { Contact } from '../../contacts/tables'
import type { Cx } from '../../platform/cx'
import { execute } from '../../platform/sql'
import { blockIn } from '../groups/queries'
import type { Ticket } from '../tables'

type NewTicketFields = Pick<Ticket, 'status' | 'queueId'> & {
  readonly connection: Connection
  readonly contact: Contact
  readonly userId?: number | null
  /** Epoch milliseconds: when it was created, and also opened or closed if it starts in that state. */
  readonly at: number
  /** Contains messages from before the account was linked. */
  readonly isImported?: boolean
}

/** Returns its row. */
export function insertTicket(
  cx: Cx,
  { status, connection, contact, queueId, userId, at, isImported }: NewTicketFields,
): Ticket {
  const row: Omit<Ticket, 'id'> = {
    uuid: crypto.randomUUID(),
    status,
    isGroup: contact.isGroup,
    isBot: false,
    channel: connection.channel,
    contactId: contact.id,
    connectionId: connection.id,
    queueId,
    userId: userId ?? null,
    lastMessage: '',
    lastMessageId: null,
    lastKind: null,
    lastFromMe: false,
    lastAck: 0,
    lastAuthor: null,
    lastDeleted: false,
    lastMessageAt: 0,
    sendingBlocked: contact.isGroup ? blockIn(cx.db, contact.id, connection.id) : null,
    unread: 0,
    markedUnread: false,
    waitingSince: null,
    heardAt: null,
    heardId: null,
    createdAt: at,
    updatedAt: at,
    botUntil: null,
    acceptedAt: status === 'open' ? at : null,
    closedAt: status === 'closed' ? at : null,
  }
  const { lastInsertRowid } = execute(
    cx.db,
    `INSERT INTO tickets (uuid, status, is_group, channel, contact_id, connection_id, queue_id, user_id, sending_blocked, imported, last_message_at, created_at, updated_at, accepted_at, closed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?)`,
    [
      row.uuid,
      status,
      row.isGroup ? 1 : 0,
      row.channel,
      row.contactId,
      row.connectionId,
      queueId,
      row.userId,
      row.sendingBlocked,
      isImported ? 1 : 0,
      at,
      at,
      row.acceptedAt,
      row.closedAt,
    ],
  )
  return { ...row, id: Number(lastInsertRowid) }
}
