/** Messages as the desk shows them: a page of a conversation, a single one, and what a deleted one said. */
import type { Actor } from '../../../actor'
import type { MessageExtra, MessageKind } from '../../../channels/contract'
import { spoken } from '../../../channels/mentions/contract'
import { fail } from '../../../errors'
import { instant, instantOrNull } from '../../../platform/formats'
import { type Db, statement } from '../../../platform/sqlite'
import { type Names, namesIn } from '../../names'
import { earlierTexts } from '../acts/edit-history'
import { reactionsTo } from '../acts/reactions'
import type { DeletedMessage, Message, MessageMedia, MessagePage } from '../contract'
import { type Conversation, findMessage, findVisibleMessage, ofConversation, sightOf } from '../queries'
import type { RefusedAct, StoredMedia, StoredQuote } from '../tables'

export const PAGE_SIZE = 20

type Row = {
  readonly id: number
  readonly ticket_id: number | null
  readonly from_me: number
  readonly body: string
  readonly ack: number
  readonly user_id: number | null
  readonly client_id: string | null
  readonly created_at: number
  /** JSON of `Rare`. */
  readonly rare: string | null
}

/** Fields few messages have. The driver's cost grows with each column, even empty ones, so these are combined into one. */
type Rare = {
  readonly kind: MessageKind
  readonly revision: number
  readonly failure: string | null
  readonly author: string | null
  readonly isDeleted: 0 | 1
  readonly isEdited: 0 | 1
  readonly hasReactions: 0 | 1
  readonly quotedId: number | null
  readonly quoted: StoredQuote | null
  readonly media: StoredMedia | null
  readonly refused: RefusedAct | null
  readonly extra: MessageExtra | null
}

const plain: Rare = {
  kind: 'chat',
  revision: 0,
  failure: null,
  author: null,
  isDeleted: 0,
  isEdited: 0,
  hasReactions: 0,
  quotedId: null,
  quoted: null,
  media: null,
  refused: null,
  extra: null,
}

const columns = `m.id, m.ticket_id, m.from_me, m.body, m.ack, m.user_id, m.client_id, m.created_at,
  CASE WHEN m.kind <> 'chat' OR m.revision + m.is_deleted + m.is_edited + m.has_reactions > 0 OR coalesce(m.failure, m.author, m.quoted, m.media, m.refused, m.extra) IS NOT NULL
    THEN json_object('kind', m.kind, 'revision', m.revision, 'failure', m.failure, 'author', m.author, 'isDeleted', m.is_deleted, 'isEdited', m.is_edited, 'hasReactions', m.has_reactions,
      'quotedId', m.quoted_id, 'quoted', json(m.quoted), 'media', json(m.media), 'refused', json(m.refused), 'extra', json(m.extra)) END AS rare`

/** A row with its rare fields decoded. */
type Found = { readonly row: Row; readonly rare: Rare }

const unpack = (row: Row): Found => ({ row, rare: row.rare === null ? plain : (JSON.parse(row.rare) as Rare) }) // written by `columns`

export function readMessage(db: Db, id: number): Message {
  const row = statement(db.$client, `SELECT m.contact_id, ${columns} FROM messages m WHERE m.id = ?`).get(id) as
    | (Row & { readonly contact_id: number })
    | undefined // the columns are listed above
  if (!row) return fail('ERR_NO_MESSAGE_FOUND')
  const words = wordsOf(db, row.contact_id)
  const found = unpack(row)
  return messageOf(found, words, marksOf(db, [found], words))
}

/** A page by number counts from the newest message at that moment; one before a given message does not shift. */
export type PagePlace = { readonly page: number } | { readonly before: number }

/** One page of the contact's tickets that this person may see; pages run backwards, each in reading order. */
export function pageOfMessages(db: Db, actor: Actor, conversation: Conversation, place: PagePlace): MessagePage {
  const rows = rowsOf(db, actor, conversation, place)
  const words = wordsOf(db, conversation.contactId)
  const shown = rows.slice(0, PAGE_SIZE).reverse().map(unpack)
  const marks = marksOf(db, shown, words)
  return {
    messages: shown.map((found) => messageOf(found, words, marks)),
    hasMore: rows.length > PAGE_SIZE,
    tickets: seamsOf(db, shown, words.names),
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
    return statement(db.$client, `${from} ${order} OFFSET ?`).all(...of.params, ...params, offset) as Row[] // the columns are listed above
  }
  const older =
    '(m.created_at, m.id) < (SELECT b.created_at, b.id FROM messages b WHERE b.id = (? + 0) AND b.contact_id = (? + 0))'
  const values = [...of.params, place.before, contactId, ...params]
  const rows = statement(db.$client, `${from} AND ${older} ${order}`).all(...values) as Row[] // idem
  // Nothing older, or nothing to be older than?
  if (rows.length === 0 && findMessage(db, place.before)?.contactId !== contactId) fail('ERR_NO_MESSAGE_FOUND')
  return rows
}

/** The names needed to show a conversation with one contact. */
type Words = { readonly names: Names; readonly contactId: number; readonly contact: string }

const wordsOf = (db: Db, contactId: number): Words => ({
  names: namesIn(db),
  contactId,
  contact: String(statement(db.$client, 'SELECT name FROM contacts WHERE id = ?').pluck().get(contactId) ?? ''),
})

type SeamRow = {
  id: number
  created_at: number
  closed_at: number | null
  user_id: number | null
  queue_id: number | null
}

function seamsOf(db: Db, shown: readonly Found[], names: Names): MessagePage['tickets'] {
  const ids = [...new Set(shown.map(({ row }) => row.ticket_id))].filter((id) => id !== null).sort((a, b) => a - b)
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

/** Reactions, edits and refusals on a page; queried only where there are any. */
type Marks = {
  readonly old: ReturnType<typeof earlierTexts>
  readonly reactions: ReturnType<typeof reactionsTo>
  readonly deleted: ReadonlySet<number>
}

function marksOf(db: Db, shown: readonly Found[], words: Words): Marks {
  const there = shown.filter(({ rare }) => rare !== plain && rare.isDeleted === 0)
  if (there.length === 0) return noMarks
  const edited = there.filter(({ rare }) => rare.isEdited === 1).map(({ row }) => row.id)
  const reacted = there.filter(({ rare }) => rare.hasReactions === 1).map(({ row }) => row.id)
  const quoted = there.flatMap(({ rare }) => rare.quotedId ?? [])
  return { old: earlierTexts(db, edited), reactions: reactionsTo(db, reacted, words), deleted: deletedOf(db, quoted) }
}

const noMarks: Marks = { old: new Map(), reactions: new Map(), deleted: new Set() }

function deletedOf(db: Db, ids: readonly number[]): ReadonlySet<number> {
  if (ids.length === 0) return noMarks.deleted
  const sql = 'SELECT id FROM messages WHERE id IN (SELECT value FROM json_each(?)) AND is_deleted = 1'
  return new Set(statement(db.$client, sql).pluck().all(JSON.stringify(ids)) as number[]) // ids are integers
}

function messageOf({ row, rare }: Found, { names, contactId, contact }: Words, marks: Marks): Message {
  const fromMe = row.from_me === 1
  const isDeleted = rare.isDeleted === 1
  const media = isDeleted ? null : rare.media
  const message: Message = {
    id: row.id,
    ticketId: row.ticket_id,
    contactId,
    body: isDeleted ? '' : row.body,
    fromMe,
    ack: row.ack,
    contact: fromMe ? null : { name: rare.author ?? contact },
    user: row.user_id === null ? null : names.user(row.user_id),
    clientId: row.client_id,
    createdAt: instant(row.created_at),
    mediaType: rare.kind,
    mediaUrl: mediaUrlOf(row.id, media),
    media: media && shownMedia(media),
    isDeleted,
    isEdited: rare.isEdited === 1,
    oldMessages: rare.isEdited === 1 ? (marks.old.get(row.id) ?? []) : [],
    reactions: rare === plain ? noReactions : (marks.reactions.get(row.id) ?? []),
    refused: rare.refused,
    revision: rare.revision,
    failure: rare.failure,
    quotedMsg: rare.quoted === null || isDeleted ? null : quoteOf(rare.quotedId, rare.quoted, marks.deleted),
    extra: null,
  }
  return rare.extra === null || isDeleted ? message : { ...message, ...carriedBy(message, rare.extra) }
}

/** Shared by all plain messages: it is how `messageJson` knows them. */
const noReactions: Message['reactions'] = []

/** As JSON.stringify does, a third cheaper: what plain messages have in common is written once. */
export function messageJson(message: Message): string {
  if (message.reactions !== noReactions) return JSON.stringify(message)
  const own = ownOf(message)
  commonJson ??= JSON.stringify(message, (field, value) => (field in own ? undefined : value)).slice(1)
  return `${JSON.stringify(own).slice(0, -1)},${commonJson}`
}
let commonJson: string | undefined

/** What a plain message does not share with the others. */
const ownOf = (message: Message): Partial<Message> => ({
  id: message.id,
  ticketId: message.ticketId,
  contactId: message.contactId,
  body: message.body,
  fromMe: message.fromMe,
  ack: message.ack,
  contact: message.contact,
  user: message.user,
  clientId: message.clientId,
  createdAt: message.createdAt,
})

/** The specification has its own names for link previews and mentions. */
function carriedBy({ oldMessages }: Message, extra: MessageExtra): Partial<Message> {
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

const spokenSo = (texts: Message['oldMessages'], extra: MessageExtra | null): Message['oldMessages'] =>
  extra?.mentions ? texts.map(({ body, at }) => ({ body: spoken(body, extra.mentions), at })) : texts

/** A quote of a deleted message does not reveal its text either. */
function quoteOf(
  id: number | null,
  { body, fromMe, kind, author, mentions }: StoredQuote,
  deleted: ReadonlySet<number>,
): NonNullable<Message['quotedMsg']> {
  const isDeleted = id !== null && deleted.has(id)
  return { id, body: isDeleted ? '' : spoken(body, mentions), fromMe, mediaType: kind, author, isDeleted }
}

/** The text of a deleted message, for those who may see it. */
export function readDeleted(db: Db, actor: Actor, id: number): DeletedMessage {
  const { isDeleted, kind, body, media, extra } = findVisibleMessage(db, actor, id)
  if (!isDeleted) fail('ERR_NO_MESSAGE_FOUND')
  return {
    id,
    body: spoken(body, extra?.mentions),
    mediaType: kind,
    mediaUrl: mediaUrlOf(id, media),
    media: media && shownMedia(media),
    oldMessages: spokenSo(earlierTexts(db, [id]).get(id) ?? [], extra),
  }
}

/** The address contains a content hash: pages reuse what they loaded from an address, and ids of two companies coincide. */
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
