/** Messages in the wire format, and the text of a deleted one. */
import type { Actor } from '../../actor'
import type { MessageExtra } from '../../channels/contract'
import { spoken } from '../../channels/mentions/contract'
import { fail } from '../../errors'
import { readStoredName } from '../../platform/files'
import { instant } from '../../platform/formats'
import { getColumn, getRow, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { namesIn } from '../lists/names'
import type { DeletedMessage, Message, MessageMedia } from '../messages/contract'
import { earlierTexts } from '../messages/edit-history'
import { findVisibleMessage } from '../messages/queries'
import { reactionsTo } from '../messages/reactions'
import type { NewMessage, StoredMedia, StoredQuote } from '../messages/tables'
import { type ConversationNames, columns, plain, type Rare, type Row } from './message-fields'

/** A row with its rare fields, most of which are empty. */
type ShownRow = { readonly row: Row; readonly rare: Rare }

export function readMessage(db: Db, id: number): Message {
  const row = getRow<Omit<Row, 'rare'> & { readonly contactId: number; readonly rare: string | null }>(
    db,
    `SELECT m.contact_id AS contactId, ${columns} FROM messages m WHERE m.id = ?`,
    id,
  )
  if (!row) return fail('ERR_NO_MESSAGE_FOUND')
  const rare = row.rare === null ? null : (JSON.parse(row.rare) as Rare) // written by `rareJson`
  const [message] = shownAs(db, [{ ...row, rare }], wordsOf(db, row.contactId))
  return message ?? fail('ERR_NO_MESSAGE_FOUND')
}

/** Shows a message that has just been stored exactly as `readMessage` would. `contact`: the contact's name. */
export function showNew(db: Db, stored: NewMessage & { readonly id: number }, contact: string): Message {
  const { id, ticketId, contactId, connectionId, fromMe, body, ack, userId, clientId, createdAt } = stored
  const { kind, failure, author, quotedId, quoted, media, extra } = stored
  const fromUs = fromMe ? 1 : 0
  const row = {
    id,
    ticketId,
    whatsappId: connectionId,
    fromMe: fromUs,
    body,
    ack,
    userId,
    clientId,
    createdAt,
  } as const
  const isPlain = kind === 'chat' && (failure ?? author ?? quoted ?? media ?? extra) === null
  const rare = isPlain ? null : { ...plain, kind, failure, author, quotedId, quoted, media, extra }
  const [message] = shownAs(db, [{ ...row, rare }], { names: namesIn(db), contactId, contact })
  return message ?? fail('ERR_NO_MESSAGE_FOUND')
}

/** The messages of these rows, in their order. */
export function shownAs(db: Db, rows: readonly Row[], words: ConversationNames): Message[] {
  const found = rows.map((row) => ({ row, rare: row.rare ?? plain }))
  const marks = marksOf(db, found, words)
  return found.map((one) => messageOf(one, words, marks))
}

const wordsOf = (db: Db, contactId: number): ConversationNames => ({
  names: namesIn(db),
  contactId,
  contact: String(getValue(db, 'SELECT name FROM contacts WHERE id = ?', contactId) ?? ''),
})

/** Reactions, edits and refusals of a page; queried only if there are any. */
type Marks = {
  readonly old: ReturnType<typeof earlierTexts>
  readonly reactions: ReturnType<typeof reactionsTo>
  readonly deleted: ReadonlySet<number>
}

function marksOf(db: Db, shown: readonly ShownRow[], words: ConversationNames): Marks {
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
  return new Set(getColumn<number>(db, sql, JSON.stringify(ids)))
}

function messageOf({ row, rare }: ShownRow, { names, contactId, contact }: ConversationNames, marks: Marks): Message {
  const fromMe = row.fromMe === 1
  const isDeleted = rare.isDeleted === 1
  const media = isDeleted ? null : rare.media
  const message: Message = {
    id: row.id,
    ticketId: row.ticketId,
    contactId,
    whatsappId: row.whatsappId,
    body: isDeleted ? '' : row.body,
    fromMe,
    ack: row.ack,
    contact: fromMe ? null : { name: rare.author ?? contact },
    user: row.userId === null ? null : names.user(row.userId),
    clientId: row.clientId,
    createdAt: instant(row.createdAt),
    mediaType: rare.kind,
    mediaUrl: mediaUrlOf(row.id, media),
    media: media && shownMedia(media),
    isDeleted,
    isEdited: rare.isEdited === 1,
    oldMessages: rare.isEdited === 1 ? (marks.old.get(row.id) ?? []) : [],
    reactions: marks.reactions.get(row.id) ?? [],
    refused: rare.refused,
    revision: rare.revision,
    failure: rare.failure,
    quotedMsg: rare.quoted === null || isDeleted ? null : quoteOf(rare.quotedId, rare.quoted, marks.deleted),
    extra: null,
    ...(rare.isOfFormerNumber === 1 && { isOfFormerNumber: true }),
  }
  return rare.extra === null || isDeleted ? message : { ...message, ...carriedBy(message, rare.extra) }
}

/** The specification's own names for link previews and mentions. */
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
  { body, fromMe, kind, author, mentions, origin }: StoredQuote,
  deleted: ReadonlySet<number>,
): NonNullable<Message['quotedMsg']> {
  const isDeleted = id !== null && deleted.has(id)
  return {
    id,
    body: isDeleted ? '' : spoken(body, mentions),
    fromMe,
    mediaType: kind,
    author,
    ...(origin && { origin }),
    isDeleted,
  }
}

/** The text of a deleted message, for users who may see it. */
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

/** The URL contains a content hash: pages cache by URL, and ids of two companies coincide. */
function mediaUrlOf(id: number, media: StoredMedia | null): string | null {
  const file = media?.state === 'ready' ? readStoredName(media.file) : null
  return file && `/api/media/${id}?v=${file.slice(0, 16)}`
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
  pages,
  state,
  failure,
}: StoredMedia): MessageMedia {
  const media = { name, mimetype, size, seconds, width, height, waveform, thumbnail, state }
  return { ...media, ...(pages && { pages }), ...(failure && { failure }) }
}
