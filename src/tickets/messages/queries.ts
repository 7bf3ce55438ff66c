import { eq, sql } from 'drizzle-orm'
import type { Actor } from '../../actor'
import type { MessageKind } from '../../channels/contract'
import { fail } from '../../errors'
import { instant, instantOrNull } from '../../platform/formats'
import { type Db, prepared, statement } from '../../platform/sqlite'
import { type Names, namesIn } from '../names'
import { findTicket } from '../queries'
import type { Ticket } from '../tables'
import { type Condition, canSee, visibleTo } from '../visibility'
import type { Message, MessageMedia, MessagePage } from './contract'
import { messages, type NewMessage, type StoredMedia, type StoredMessage, type StoredQuote } from './tables'

export const PAGE_SIZE = 20

const messageById = (db: Db) =>
  db
    .select()
    .from(messages)
    .where(eq(messages.id, sql.placeholder('id')))
    .prepare()
export const findMessage = (db: Db, id: number): StoredMessage | undefined => prepared(db, messageById).get({ id })

export function findVisibleMessage(db: Db, actor: Actor, id: number): StoredMessage {
  const message = findMessage(db, id)
  const ticket = message?.ticketId ? findTicket(db, message.ticketId) : undefined
  return message && ticket && canSee(actor, ticket) ? message : fail('ERR_NO_MESSAGE_FOUND')
}

export const findMessageIdByExternalId = (db: Db, connectionId: number, externalId: string): number | undefined =>
  statement(db.$client, 'SELECT id FROM messages WHERE connection_id = ? AND external_id = ?')
    .pluck()
    .get(connectionId, externalId) as number | undefined // ids are integers

export const findMessageIdByClientId = (db: Db, clientId: string): number | undefined =>
  statement(db.$client, 'SELECT id FROM messages WHERE client_id = ?').pluck().get(clientId) as number | undefined // ids are integers

/** Returns the new message's id. */
export function insertMessage(db: Db, message: NewMessage): number {
  const done = statement(
    db.$client,
    `INSERT INTO messages (ticket_id, contact_id, connection_id, external_id, client_id, from_me, kind, body, ack, failure, quoted_id, quoted, author, user_id, media, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    message.ticketId,
    message.contactId,
    message.connectionId,
    message.externalId,
    message.clientId,
    message.fromMe ? 1 : 0,
    message.kind,
    message.body,
    message.ack,
    message.failure,
    message.quotedId,
    message.quoted && JSON.stringify(message.quoted),
    message.author,
    message.userId,
    message.media && JSON.stringify(message.media),
    message.createdAt,
  )
  return Number(done.lastInsertRowid)
}

type Row = {
  id: number
  ticket_id: number | null
  contact_id: number
  from_me: number
  kind: MessageKind
  body: string
  ack: number
  failure: string | null
  is_deleted: number
  is_edited: number
  quoted_id: number | null
  quoted: string | null
  author: string | null
  user_id: number | null
  client_id: string | null
  media: string | null
  created_at: number
}

const columns = `m.id, m.ticket_id, m.contact_id, m.from_me, m.kind, m.body, m.ack, m.failure, m.is_deleted, m.is_edited, m.quoted_id, m.quoted,
  m.author, m.user_id, m.client_id, m.media, m.created_at`

export function readMessage(db: Db, id: number): Message {
  const row = statement(db.$client, `SELECT ${columns} FROM messages m WHERE m.id = ?`).get(id) as Row | undefined // the columns are listed above
  return row ? messageOf(row, namesIn(db), contactName(db, row.contact_id)) : fail('ERR_NO_MESSAGE_FOUND')
}

/** One page, newest page first, each in reading order; over the contact's tickets that this person may see. */
export function pageOfMessages(db: Db, actor: Actor, ticket: Ticket, page: number): MessagePage {
  const sight = sightOf(actor)
  const rows = statement(
    db.$client,
    `SELECT ${columns} FROM messages m ${sight.join} WHERE m.contact_id = ? ${sight.sql} ORDER BY m.created_at DESC, m.id DESC LIMIT ? OFFSET ?`,
  ).all(ticket.contactId, ...sight.params, PAGE_SIZE + 1, PAGE_SIZE * (page - 1)) as Row[] // the columns are listed above
  const [names, contact] = [namesIn(db), contactName(db, ticket.contactId)]
  const shown = rows.slice(0, PAGE_SIZE).reverse()
  return {
    messages: shown.map((row) => messageOf(row, names, contact)),
    hasMore: rows.length > PAGE_SIZE,
    tickets: seamsOf(db, shown, names),
  }
}

/** Who sees every ticket needs no look at the tickets; others see messages of tickets they see, and those of none. */
function sightOf(actor: Actor): Condition & { readonly join: string } {
  const { sql, params } = visibleTo(actor)
  if (sql === '1') return { join: '', sql: '', params: [] }
  return { join: 'LEFT JOIN tickets t ON t.id = m.ticket_id', sql: `AND (m.ticket_id IS NULL OR ${sql})`, params }
}

const contactName = (db: Db, id: number) =>
  String(statement(db.$client, 'SELECT name FROM contacts WHERE id = ?').pluck().get(id) ?? '')

type SeamRow = {
  id: number
  created_at: number
  closed_at: number | null
  user_id: number | null
  queue_id: number | null
}

function seamsOf(db: Db, shown: readonly Row[], names: Names): MessagePage['tickets'] {
  const ids = [...new Set(shown.map(({ ticket_id }) => ticket_id))].filter((id) => id !== null).sort((a, b) => a - b)
  return ids.flatMap((id) => {
    const row = statement(
      db.$client,
      'SELECT id, created_at, closed_at, user_id, queue_id FROM tickets WHERE id = ?',
    ).get(id) as SeamRow | undefined // the columns are listed
    if (!row) return []
    return {
      id,
      createdAt: instant(row.created_at),
      closedAt: instantOrNull(row.closed_at),
      userName: row.user_id === null ? null : names.user(row.user_id).name,
      queueName: row.queue_id === null ? null : names.queue(row.queue_id).name,
    }
  })
}

function messageOf(row: Row, names: Names, contact: string): Message {
  const fromMe = row.from_me === 1
  const media = row.media === null ? null : (JSON.parse(row.media) as StoredMedia) // written by insertMessage
  const quoted = row.quoted === null ? null : (JSON.parse(row.quoted) as StoredQuote) // idem
  return {
    id: row.id,
    ticketId: row.ticket_id,
    contactId: row.contact_id,
    body: row.is_deleted === 1 ? '' : row.body,
    fromMe,
    mediaType: row.kind,
    mediaUrl: media?.state === 'ready' ? `/api/media/${row.id}` : null,
    media: media && shownMedia(media),
    isDeleted: row.is_deleted === 1,
    isEdited: row.is_edited === 1,
    ack: row.ack,
    failure: row.failure,
    quotedMsg: quoted && {
      id: row.quoted_id,
      body: quoted.body,
      fromMe: quoted.fromMe,
      mediaType: quoted.kind,
      author: quoted.author,
    },
    contact: fromMe ? null : { name: row.author ?? contact },
    user: row.user_id === null ? null : names.user(row.user_id),
    clientId: row.client_id,
    createdAt: instant(row.created_at),
  }
}

function shownMedia({
  name,
  mimetype,
  size,
  seconds,
  width,
  height,
  waveform,
  thumbnail,
  state,
}: StoredMedia): MessageMedia {
  return { name, mimetype, size, seconds, width, height, waveform, thumbnail, state }
}
