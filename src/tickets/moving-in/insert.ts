/** Inserts moved messages, and counts them as `insertMessage` does, once for each slice. */
import { presentAccount } from '../../channels/connections/former-numbers'
import { getOrMake } from '../../platform/maps'
import { execute } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { HOUR } from '../../platform/time'
import type { NewMessage } from '../messages/tables'
import type { Conversation, MovedTicket } from './conversation'

/** The value of `messages.imported`: it neither arrived live nor came with a phone's history. */
const MOVED = 2

type HourCount = { readonly key: readonly number[]; received: number; sent: number }

export function createInserter() {
  const accounts = new Map<number, number>()
  const hours = new Map<string, HourCount>()

  /** `createdAt` is not before that of the conversation's last message in this run. */
  function insert(
    db: Db,
    conversation: Conversation,
    message: Omit<NewMessage, 'contactId' | 'clientId'> & { readonly isDeleted: boolean; readonly isEdited: boolean },
    ticket: MovedTicket | null,
  ): number {
    conversation.lastId += 1
    const id = conversation.lastId
    const json = (value: object | null) => value && JSON.stringify(value)
    execute(
      db,
      `INSERT INTO messages (id, ticket_id, contact_id, connection_id, external_id, chat, from_me, kind, body, ack, failure, is_deleted, is_edited, quoted_id, quoted, author, author_addresses, user_id, media, extra, secret, created_at, imported, account)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${MOVED}, ?)`,
      [
        id,
        message.ticketId,
        conversation.contactId,
        message.connectionId,
        message.externalId,
        message.chat,
        message.fromMe ? 1 : 0,
        message.kind,
        message.body,
        message.ack,
        message.failure,
        message.isDeleted ? 1 : 0,
        message.isEdited ? 1 : 0,
        message.quotedId,
        json(message.quoted),
        message.author,
        json(message.authorAddresses),
        message.userId,
        json(message.media),
        json(message.extra),
        message.secret,
        message.createdAt,
        getOrMake(accounts, message.connectionId, () => presentAccount(db, message.connectionId)),
      ],
    )
    if (message.body !== '' || message.kind === 'document')
      execute(db, 'INSERT INTO message_search_due (message_id) VALUES (?)', id)
    if (ticket?.isCounted && message.kind !== 'note' && message.kind !== 'call') count(message, ticket)
    return id
  }

  function count(
    { createdAt, userId, connectionId, fromMe }: Pick<NewMessage, 'createdAt' | 'userId' | 'connectionId' | 'fromMe'>,
    { queueId }: MovedTicket,
  ) {
    const key = [Math.floor(createdAt / HOUR), queueId, userId ?? 0, connectionId]
    const hour = getOrMake(hours, key.join('/'), () => ({ key, received: 0, sent: 0 }))
    if (fromMe) hour.sent += 1
    else hour.received += 1
  }

  /** At the end of a slice, in its transaction. */
  function writeCounts(db: Db) {
    for (const { key, received, sent } of hours.values())
      execute(
        db,
        `INSERT INTO message_hours (hour, queue_id, user_id, connection_id, received, sent) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET received = received + excluded.received, sent = sent + excluded.sent`,
        [...key, received, sent],
      )
    hours.clear()
  }

  return { insert, writeCounts, forget: () => hours.clear() }
}
