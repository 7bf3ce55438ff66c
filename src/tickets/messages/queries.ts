import { eq, sql } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { mayUseConnection } from '../../channels/connections/queries'
import type { MessageExtra, MessageKind } from '../../channels/contract'
import { spoken } from '../../channels/mentions/contract'
import { fail } from '../../errors'
import { instant, instantOrNull } from '../../platform/formats'
import { type Condition, type Db, prepared, statement } from '../../platform/sqlite'
import { type Names, namesIn } from '../names'
import { findTicket, seesContact } from '../queries'
import type { Ticket } from '../tables'
import { canSee, visibleTo } from '../visibility'
import type { DeletedMessage, Message, MessageMedia, MessagePage } from './contract'
import { reactionsTo } from './reactions'
import {
  messages,
  type NewMessage,
  type RefusedAct,
  type StoredMedia,
  type StoredMessage,
  type StoredQuote,
} from './tables'
import { oldWordings } from './wordings'

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
  return message && seesMessage(db, actor, message) ? message : fail('ERR_NO_MESSAGE_FOUND')
}

/** Whoever sees its ticket. What belongs to none is of all who see a conversation with the contact and may use its connection. */
function seesMessage(db: Db, actor: Actor, { ticketId, contactId, connectionId }: StoredMessage): boolean {
  if (ticketId === null) return mayUseConnection(actor, connectionId) && seesContact(db, actor, contactId)
  const ticket = findTicket(db, ticketId)
  return ticket !== undefined && canSee(actor, ticket)
}

/** The same over the `messages` of a contact whose conversation this person sees, under the alias `m`. */
export function sightOf(actor: Actor): Condition & { readonly join: string } {
  const { sql, params } = visibleTo(actor)
  if (sql === '1') return { join: '', sql: '', params: [] } // who sees every ticket needs no look at the tickets
  const join = 'LEFT JOIN tickets t ON t.id = m.ticket_id'
  if (actor.connectionIds === null) return { join, sql: `AND (m.ticket_id IS NULL OR ${sql})`, params }
  return {
    join,
    sql: `AND CASE WHEN m.ticket_id IS NULL THEN m.connection_id IN (SELECT value FROM json_each(?)) ELSE ${sql} END`,
    params: [JSON.stringify(actor.connectionIds), ...params],
  }
}

export const findMessageIdByExternalId = (db: Db, connectionId: number, externalId: string): number | undefined =>
  statement(db.$client, 'SELECT id FROM messages WHERE connection_id = ? AND external_id = ?')
    .pluck()
    .get(connectionId, externalId) as number | undefined // ids are integers

export const findMessageIdByClientId = (db: Db, clientId: string): number | undefined =>
  statement(db.$client, 'SELECT id FROM messages WHERE client_id = ?').pluck().get(clientId) as number | undefined // ids are integers

/** When the contact's newest message is shown to have been sent, 0 without one. */
export const newestAt = (db: Db, contactId: number): number =>
  Number(statement(db.$client, 'SELECT max(created_at) FROM messages WHERE contact_id = ?').pluck().get(contactId) ?? 0)

/** Returns the new message's id. */
export function insertMessage(db: Db, message: NewMessage): number {
  const done = statement(
    db.$client,
    `INSERT INTO messages (ticket_id, contact_id, connection_id, external_id, client_id, from_me, kind, body, ack, failure, quoted_id, quoted, author, author_addresses, user_id, media, extra, secret, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
    message.authorAddresses && JSON.stringify(message.authorAddresses),
    message.userId,
    message.media && JSON.stringify(message.media),
    message.extra && JSON.stringify(message.extra),
    message.secret,
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
  has_reactions: number
  refused: string | null
  revision: number
  extra: string | null
}

const columns = `m.id, m.ticket_id, m.contact_id, m.from_me, m.kind, m.body, m.ack, m.failure, m.is_deleted, m.is_edited, m.quoted_id, m.quoted,
  m.author, m.user_id, m.client_id, m.media, m.created_at, m.has_reactions, m.refused, m.revision, m.extra`

export function readMessage(db: Db, id: number): Message {
  const row = statement(db.$client, `SELECT ${columns} FROM messages m WHERE m.id = ?`).get(id) as Row | undefined // the columns are listed above
  if (!row) return fail('ERR_NO_MESSAGE_FOUND')
  const words = { names: namesIn(db), contact: contactName(db, row.contact_id) }
  return messageOf(row, words, marksOf(db, [row], words))
}

/** A page by its number counts from the newest message of the moment; one before a message is the same whatever came since. */
export type PagePlace = { readonly page: number } | { readonly before: number }

/** One page, newest page first, each in reading order; over the contact's tickets that this person may see. */
export function pageOfMessages(db: Db, actor: Actor, ticket: Ticket, place: PagePlace): MessagePage {
  const rows = rowsOf(db, actor, ticket.contactId, place)
  const words = { names: namesIn(db), contact: contactName(db, ticket.contactId) }
  const shown = rows.slice(0, PAGE_SIZE).reverse()
  const marks = marksOf(db, shown, words)
  return {
    messages: shown.map((row) => messageOf(row, words, marks)),
    hasMore: rows.length > PAGE_SIZE,
    tickets: seamsOf(db, shown, words.names),
  }
}

function rowsOf(db: Db, actor: Actor, contactId: number, place: PagePlace): Row[] {
  const { join, sql, params } = sightOf(actor)
  const from = `SELECT ${columns} FROM messages m ${join} WHERE m.contact_id = (? + 0)`
  const order = `${sql} ORDER BY m.created_at DESC, m.id DESC LIMIT ${PAGE_SIZE + 1}`
  if ('page' in place) {
    const offset = PAGE_SIZE * (place.page - 1)
    return statement(db.$client, `${from} ${order} OFFSET ?`).all(contactId, ...params, offset) as Row[] // the columns are listed above
  }
  const older =
    '(m.created_at, m.id) < (SELECT b.created_at, b.id FROM messages b WHERE b.id = (? + 0) AND b.contact_id = (? + 0))'
  const values = [contactId, place.before, contactId, ...params]
  const rows = statement(db.$client, `${from} AND ${older} ${order}`).all(...values) as Row[] // idem
  // Nothing older, or nothing to be older than?
  if (rows.length === 0 && findMessage(db, place.before)?.contactId !== contactId) fail('ERR_NO_MESSAGE_FOUND')
  return rows
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

type Words = { readonly names: Names; readonly contact: string }

/** What was done to the messages of a page: nothing is asked where nothing was done. */
type Marks = {
  readonly old: ReturnType<typeof oldWordings>
  readonly reactions: ReturnType<typeof reactionsTo>
  readonly deleted: ReadonlySet<number>
}

function marksOf(db: Db, rows: readonly Row[], words: Words): Marks {
  const touched = rows.filter((row) => row.is_edited + row.has_reactions > 0 || row.quoted_id !== null)
  if (touched.length === 0) return noMarks
  const there = touched.filter(({ is_deleted }) => is_deleted === 0)
  const edited = there.filter(({ is_edited }) => is_edited === 1).map(({ id }) => id)
  const reacted = there.filter(({ has_reactions }) => has_reactions === 1).map(({ id }) => id)
  const quoted = there.flatMap(({ quoted_id }) => quoted_id ?? [])
  return { old: oldWordings(db, edited), reactions: reactionsTo(db, reacted, words), deleted: deletedOf(db, quoted) }
}

const noMarks: Marks = { old: new Map(), reactions: new Map(), deleted: new Set() }

function deletedOf(db: Db, ids: readonly number[]): ReadonlySet<number> {
  if (ids.length === 0) return noMarks.deleted
  const sql = 'SELECT id FROM messages WHERE id IN (SELECT value FROM json_each(?)) AND is_deleted = 1'
  return new Set(statement(db.$client, sql).pluck().all(JSON.stringify(ids)) as number[]) // ids are integers
}

function messageOf(row: Row, { names, contact }: Words, marks: Marks): Message {
  const fromMe = row.from_me === 1
  const isDeleted = row.is_deleted === 1
  const media = row.media === null || isDeleted ? null : (JSON.parse(row.media) as StoredMedia) // written by insertMessage
  const message: Message = {
    id: row.id,
    ticketId: row.ticket_id,
    contactId: row.contact_id,
    body: isDeleted ? '' : row.body,
    fromMe,
    mediaType: row.kind,
    mediaUrl: mediaUrlOf(row.id, media),
    media: media && shownMedia(media),
    isDeleted,
    isEdited: row.is_edited === 1,
    oldMessages: row.is_edited === 1 ? (marks.old.get(row.id) ?? []) : [],
    reactions: row.has_reactions === 1 ? (marks.reactions.get(row.id) ?? []) : [],
    refused: row.refused === null ? null : (JSON.parse(row.refused) as RefusedAct), // written by send-acts.ts
    revision: row.revision,
    ack: row.ack,
    failure: row.failure,
    quotedMsg: row.quoted === null || isDeleted ? null : quoteOf(row.quoted_id, row.quoted, marks.deleted),
    contact: fromMe ? null : { name: row.author ?? contact },
    user: row.user_id === null ? null : names.user(row.user_id),
    clientId: row.client_id,
    extra: null,
    createdAt: instant(row.created_at),
  }
  return row.extra === null || isDeleted ? message : { ...message, ...carriedBy(message, row.extra) }
}

/** The specification has names of its own for a preview and for who is mentioned. */
function carriedBy({ oldMessages }: Message, stored: string): Partial<Message> {
  const extra = JSON.parse(stored) as MessageExtra // written by insertMessage
  const { preview, mentions } = extra
  return {
    extra,
    oldMessages: spokenSo(oldMessages, extra),
    ...(preview && {
      subtype: 'url' as const,
      matchedText: preview.url,
      title: preview.title,
      description: preview.description,
    }),
    ...(mentions && { mentionedJid: mentions.map(({ token }) => token) }),
  }
}

const spokenSo = (wordings: Message['oldMessages'], extra: MessageExtra | null): Message['oldMessages'] =>
  extra?.mentions ? wordings.map(({ body, at }) => ({ body: spoken(body, extra.mentions), at })) : wordings

/** What was deleted is not told by who had quoted it either. */
function quoteOf(id: number | null, stored: string, deleted: ReadonlySet<number>): NonNullable<Message['quotedMsg']> {
  const { body, fromMe, kind, author, mentions } = JSON.parse(stored) as StoredQuote // written by insertMessage
  const isDeleted = id !== null && deleted.has(id)
  return { id, body: isDeleted ? '' : spoken(body, mentions), fromMe, mediaType: kind, author, isDeleted }
}

/** What a deleted message said, for who may know. */
export function readDeleted(db: Db, actor: Actor, id: number): DeletedMessage {
  const { isDeleted, kind, body, media, extra } = findVisibleMessage(db, actor, id)
  if (!isDeleted) fail('ERR_NO_MESSAGE_FOUND')
  return {
    id,
    body: spoken(body, extra?.mentions),
    mediaType: kind,
    mediaUrl: mediaUrlOf(id, media),
    media: media && shownMedia(media),
    oldMessages: spokenSo(oldWordings(db, [id]).get(id) ?? [], extra),
  }
}

/** Named by its content too: an open page shows again what it holds of an address, and the ids of two companies are the same. */
const mediaUrlOf = (id: number, media: StoredMedia | null): string | null =>
  media?.state === 'ready' && media.file ? `/api/media/${id}?v=${media.file.slice(0, 16)}` : null

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
  failure,
}: StoredMedia): MessageMedia {
  const media = { name, mimetype, size, seconds, width, height, waveform, thumbnail, state }
  return failure ? { ...media, failure } : media
}
