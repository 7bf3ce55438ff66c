/**
 * A page of a conversation, written as JSON while it is read, because it is asked for most. It is put together of bytes:
 * the texts of the file go out as they lie there, without becoming UTF-16 and UTF-8 again.
 */
import type { Actor } from '../../../actor'
import { fail } from '../../../errors'
import { instant, instantOrNull } from '../../../platform/formats'
import { getOrMake } from '../../../platform/maps'
import { type Db, statement } from '../../../platform/sqlite'
import { type Bytes, bytesOf } from '../../../platform/text'
import { type Names, namesIn } from '../../names'
import type { OpenConversation } from '../../queries'
import type { Ticket } from '../../tables'
import type { Message, MessagePage } from '../contract'
import { type Conversation, findMessage, ofConversation, sightOf } from '../queries'
import { columns, type Row, shownAs, type Words } from './shown'

export const PAGE_SIZE = 20

/** A page by number counts from the newest message at that moment; one before a given message does not shift. */
export type PagePlace = { readonly page: number } | { readonly before: number }

export type WrittenPage = {
  /** JSON of a `MessagePage`. */
  readonly json: Bytes
  /** Those of its messages that are more than a text. */
  readonly special: readonly Message[]
}

/** One page of the contact's tickets that this person may see; pages run backwards, each in reading order. */
export function pageOfMessages(db: Db, actor: Actor, conversation: OpenConversation, place: PagePlace): WrittenPage {
  const rows = rowsOf(db, actor, conversation, place)
  const shown = rows.slice(0, PAGE_SIZE).reverse()
  const words = { names: namesIn(db), contactId: conversation.contactId, contact: conversation.contactName }
  const special = shownAs(
    db,
    shown.filter(({ rare }) => rare !== null),
    words,
  )
  const seams = seamsOf(db, shown, words.names, conversation)
  return {
    json: `{"messages":[${messagesJson(shown, special, words)}],"hasMore":${rows.length > PAGE_SIZE},"tickets":${jsonBytes(seams)}}`,
    special,
  }
}

function rowsOf(db: Db, actor: Actor, conversation: Conversation, place: PagePlace): Row[] {
  const { contactId } = conversation
  const { join, sql, params } = sightOf(actor)
  const of = ofConversation(conversation)
  const from = `SELECT ${columns} FROM messages m ${join} WHERE ${of.sql}`
  const order = `${sql} ORDER BY m.created_at DESC, m.id DESC LIMIT ${PAGE_SIZE + 1}`
  if ('page' in place) {
    const offset = PAGE_SIZE * (place.page - 1)
    return statement(db.$client, `${from} ${order} OFFSET ?`).all(...of.params, ...params, offset) as Row[] // the columns are those of `Row`
  }
  const older =
    '(m.created_at, m.id) < (SELECT b.created_at, b.id FROM messages b WHERE b.id = (? + 0) AND b.contact_id = (? + 0))'
  const values = [...of.params, place.before, contactId, ...params]
  const rows = statement(db.$client, `${from} AND ${older} ${order}`).all(...values) as Row[] // idem
  // Nothing older, or nothing to be older than?
  if (rows.length === 0 && findMessage(db, place.before)?.contactId !== contactId) fail('ERR_NO_MESSAGE_FOUND')
  return rows
}

const jsonBytes = (value: unknown): Bytes => bytesOf(JSON.stringify(value))

function messagesJson(rows: readonly Row[], special: readonly Message[], words: Words): Bytes {
  const specials = special.values()
  const writePlain = plainWriter(words)
  return rows.map((row) => (row.rare === null ? writePlain(row) : jsonBytes(specials.next().value))).join(',')
}

/** Writes a message that is only a text, as `shownAs` and JSON.stringify would. */
function plainWriter({ names, contactId, contact }: Words): (row: Row) => Bytes {
  const them = { name: bytesOf(contact) }
  const users = new Map<number, { id: number; name: Bytes }>()
  const userOf = (id: number) => getOrMake(users, id, () => ({ id, name: bytesOf(names.user(id).name) }))
  return ({ id, ticket_id, from_me, body, ack, user_id, client_id, created_at }) => {
    const own = {
      id,
      ticketId: ticket_id,
      contactId,
      body: body.toString('latin1'),
      fromMe: from_me === 1,
      ack,
      contact: from_me === 1 ? null : them,
      user: user_id === null ? null : userOf(user_id),
      clientId: client_id && bytesOf(client_id),
    } satisfies Partial<Message>
    return `${JSON.stringify(own).slice(0, -1)},"createdAt":"${instant(created_at)}",${sameOfAll}`
  }
}

/** The fields that are the same in every message that is only a text. */
const same = {
  mediaType: 'chat',
  mediaUrl: null,
  media: null,
  isDeleted: false,
  isEdited: false,
  oldMessages: [],
  reactions: [],
  refused: null,
  revision: 0,
  failure: null,
  quotedMsg: null,
  extra: null,
} as const satisfies Partial<Message>
const sameOfAll = JSON.stringify(same).slice(1)

type Seam = Pick<Ticket, 'createdAt' | 'closedAt' | 'userId' | 'queueId'>

function seamsOf(db: Db, rows: readonly Row[], names: Names, conversation: OpenConversation): MessagePage['tickets'] {
  const ids = [...new Set(rows.map(({ ticket_id }) => ticket_id))].filter((id) => id !== null).sort((a, b) => a - b)
  return ids.flatMap((id) => {
    const ticket = id === conversation.id ? conversation : findSeam(db, id)
    if (!ticket) return []
    return {
      id,
      createdAt: instant(ticket.createdAt),
      closedAt: instantOrNull(ticket.closedAt),
      userName: ticket.userId === null ? null : names.user(ticket.userId).name,
      queueName: ticket.queueId === null ? null : names.queue(ticket.queueId).name,
    }
  })
}

const findSeam = (db: Db, id: number) =>
  statement(
    db.$client,
    'SELECT created_at AS createdAt, closed_at AS closedAt, user_id AS userId, queue_id AS queueId FROM tickets WHERE id = ?',
  ).get(id) as Seam | undefined // the columns are listed
