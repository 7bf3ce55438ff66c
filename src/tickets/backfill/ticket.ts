/**
 * The ticket for imported messages: one closed ticket per contact, in the chosen queue, with the times of its messages.
 * It becomes pending only if the contact wrote last and nobody has read it on the phone.
 */
import type { Connection } from '../../channels/connections/tables'
import type { MessageExtra, MessageKind } from '../../channels/contract'
import type { Contact } from '../../contacts/tables'
import type { Cx } from '../../platform/cx'
import { execute, getOnlyRow, getRow } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { writeLog } from '../log/log'
import { showLast, showLastAgain } from '../messages/last-message'
import { previewOf } from '../messages/message'
import type { StoredMedia } from '../messages/tables'
import { insertTicket } from '../moves/new-ticket'
import { AUTOMATIC_ANSWER_MS } from '../receiving/who-wrote'

/** Created beside any active ticket, in which the current conversation continues. */
export function createBackfillTicket(cx: Cx, connection: Connection, contact: Contact, at: number): number {
  const queueId = connection.importQueueId
  const { id } = insertTicket(cx, { status: 'closed', connection, contact, queueId, at, isImported: true })
  writeLog(cx, id, { kind: 'created', userId: null, data: { connection: connection.name, imported: 1 } })
  return id
}

type Newest = {
  readonly id: number
  readonly from_me: number
  readonly kind: MessageKind
  readonly body: string
  readonly media: string | null
  readonly extra: string | null
  readonly ack: number
  readonly author: string | null
  readonly is_deleted: number
  readonly created_at: number
}

/**
 * Reads in index order, without sorting: a conversation may have ten thousand messages, and this runs with every slice.
 */
const inOrder = 'messages INDEXED BY messages_page WHERE contact_id = ? AND ticket_id = ? ORDER BY created_at'

/**
 * Updates the ticket's row after an import: the newest message becomes its last one, and its dates span all messages.
 */
export function updateTicketRow(db: Db, ticketId: number, contactId: number) {
  const newest = getRow<Newest>(
    db,
    `SELECT id, from_me, kind, body, media, extra, ack, author, is_deleted, created_at FROM ${inOrder} DESC, id DESC LIMIT 1`,
    [contactId, ticketId],
  )
  if (!newest) return
  const media = newest.media === null ? null : (JSON.parse(newest.media) as StoredMedia) // written by insertMessage
  const extra = newest.extra === null ? null : (JSON.parse(newest.extra) as MessageExtra) // written by insertMessage
  const preview = previewOf({ kind: newest.kind, body: newest.body, media, extra })
  const shown = { messageId: newest.id, preview, kind: newest.kind, ack: newest.ack }
  const [fromMe, isDeleted] = [newest.from_me === 1, newest.is_deleted === 1]
  const { author, created_at: createdAt } = newest
  showLast(db, ticketId, { ...shown, fromMe, author, createdAt, by: 'nobody' }, createdAt)
  if (isDeleted) showLastAgain(db, ticketId, { ...shown, preview: '', isDeleted })
  execute(
    db,
    `UPDATE tickets SET created_at = min(created_at, ifnull((SELECT created_at FROM ${inOrder} LIMIT 1), created_at)),
       closed_at = CASE status WHEN 'closed' THEN max(ifnull(closed_at, 0), last_message_at) END WHERE id = ?`,
    [contactId, ticketId, ticketId],
  )
}

/**
 * Returns false if nobody is waiting: a person wrote last, it was handled here, or the conversation already continues in
 * another ticket. What follows an unread message at once is the app's automatic text: a person would have read it.
 */
export function makePendingIfWaiting(
  db: Db,
  { ticketId, contactId, unread }: { readonly ticketId: number; readonly contactId: number; readonly unread: number },
): boolean {
  const { n, since, last } = getOnlyRow<{ n: number; since: number | null; last: number | null }>(
    db,
    `SELECT count(*) AS n, min(created_at) AS since, max(created_at) AS last FROM
       (SELECT created_at FROM messages INDEXED BY messages_page
        WHERE contact_id = ? AND ticket_id = ? AND from_me = 0 ORDER BY created_at DESC, id DESC LIMIT ?)`,
    [contactId, ticketId, unread],
  )
  return (
    execute(
      db,
      `UPDATE tickets SET status = 'pending', closed_at = NULL, unread = ?, waiting_since = ?
       WHERE id = ? AND status = 'closed' AND (last_from_me = 0 OR last_message_at <= ?) AND ? > 0
         AND NOT EXISTS (SELECT 1 FROM ticket_log WHERE ticket_id = tickets.id AND kind NOT IN ('created', 'accessed'))
         AND NOT EXISTS (SELECT 1 FROM tickets other WHERE other.contact_id = tickets.contact_id
           AND other.connection_id = tickets.connection_id AND other.status <> 'closed')`,
      [n, since, ticketId, (last ?? 0) + AUTOMATIC_ANSWER_MS, n],
    ).changes > 0
  )
}
