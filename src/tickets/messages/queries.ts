import type { Actor } from '../../actor'
import { accountOf } from '../../channels/connections/former-numbers'
import { fail } from '../../errors'
import { finder } from '../../platform/finder'
import { execute, getValue } from '../../platform/sql'
import type { Condition, Db } from '../../platform/sqlite'
import { mayUseConnection } from '../../users/permissions'
import { findTicket, seesContact } from '../queries'
import type { Ticket } from '../tables'
import { canRead, canSee, readableTo } from '../visibility'
import { countMessage } from './count-message'
import { nextMessageId } from './ids'
import { messages, type NewMessage, type StoredMessage } from './tables'

export const { find: findMessage } = finder(messages, 'ERR_NO_MESSAGE_FOUND')

export function findVisibleMessage(db: Db, actor: Actor, id: number): StoredMessage {
  const message = findMessage(db, id)
  return message && seesMessage(db, actor, message) ? message : fail('ERR_NO_MESSAGE_FOUND')
}

/**
 * Users who see its ticket, or a conversation with the contact in which it is shown. A message without ticket is
 * visible to all who see a conversation with the contact and may use its connection.
 */
function seesMessage(db: Db, actor: Actor, { ticketId, contactId, connectionId }: StoredMessage): boolean {
  if (ticketId === null) return mayUseConnection(actor, connectionId) && seesContact(db, actor, contactId)
  const ticket = findTicket(db, ticketId)
  if (!ticket) return false
  return canSee(actor, ticket) || (canRead(actor, ticket) && seesContact(db, actor, contactId))
}

/** The same in SQL, for the `messages` (alias `m`) of a contact whose conversation this user sees. */
export function visibilityClause(actor: Actor): Condition & { readonly join: string } {
  const { sql, params } = readableTo(actor)
  if (sql === '1') return { join: '', sql: '', params: [] } // users who may read every ticket need no join
  const join = 'LEFT JOIN tickets t ON t.id = m.ticket_id'
  if (actor.connectionIds === null) return { join, sql: `AND (m.ticket_id IS NULL OR ${sql})`, params }
  return {
    join,
    sql: `AND CASE WHEN m.ticket_id IS NULL THEN m.connection_id IN (SELECT value FROM json_each(?)) ELSE ${sql} END`,
    params: [JSON.stringify(actor.connectionIds), ...params],
  }
}

export type Conversation = Pick<Ticket, 'contactId' | 'isGroup' | 'connectionId'>

/**
 * The messages (alias `m`) of one conversation. In a group each of our numbers receives every message; what the
 * ticket's own number has received is not shown twice.
 */
export const ofConversation = ({ contactId, isGroup, connectionId }: Conversation): Condition =>
  isGroup
    ? {
        sql: `m.contact_id = (? + 0) AND (m.connection_id = ? OR m.external_id IS NULL OR NOT EXISTS (SELECT 1 FROM messages own
          WHERE own.connection_id = ? AND own.external_id = m.external_id AND own.contact_id = m.contact_id))`,
        params: [contactId, connectionId, connectionId],
      }
    : { sql: 'm.contact_id = (? + 0)', params: [contactId] }

export const findMessageIdByClientId = (db: Db, clientId: string): number | undefined =>
  getValue<number>(db, 'SELECT id FROM messages WHERE client_id = ?', clientId)

/** The time under which the contact's newest message is shown; 0 without one. */
export const newestAt = (db: Db, contactId: number): number =>
  Number(getValue(db, 'SELECT max(created_at) FROM messages WHERE contact_id = (? + 0)', contactId) ?? 0)

/** Returns the new message's id. */
export function insertMessage(db: Db, message: NewMessage): number {
  const id = nextMessageId(db, message.contactId, message.createdAt)
  execute(
    db,
    `INSERT INTO messages (id, ticket_id, contact_id, connection_id, external_id, chat, client_id, from_me, kind, body, ack, failure, quoted_id, quoted, author, author_addresses, user_id, media, extra, secret, created_at, account)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${accountOf('(? + 0)')})`,
    [
      id,
      message.ticketId,
      message.contactId,
      message.connectionId,
      message.externalId,
      message.chat,
      message.clientId,
      message.fromMe ? 1 : 0,
      message.kind,
      message.body,
      message.ack,
      message.failure,
      message.quotedId,
      message.quoted && JSON.stringify(message.quoted),
      message.author,
      message.authorAddresses && JSON.stringify(message.authorAddresses),
      message.userId,
      message.media && JSON.stringify(message.media),
      message.extra && JSON.stringify(message.extra),
      message.secret,
      message.createdAt,
      message.connectionId,
    ],
  )
  if (message.body !== '' || message.kind === 'document')
    execute(db, 'INSERT INTO message_search_due (message_id) VALUES (?)', id)
  countMessage(db, message)
  return id
}
