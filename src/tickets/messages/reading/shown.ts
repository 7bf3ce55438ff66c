/** Messages as the desk shows them, and what a deleted one said. */
import type { Actor } from '../../../actor'
import { isOfFormerNumber } from '../../../channels/connections/former-numbers'
import type { MessageExtra, MessageKind } from '../../../channels/contract'
import { spoken } from '../../../channels/mentions/contract'
import { fail } from '../../../errors'
import { readStoredName } from '../../../platform/files'
import { instant } from '../../../platform/formats'
import { type Db, statement } from '../../../platform/sqlite'
import { type Names, namesIn } from '../../names'
import { earlierTexts } from '../acts/edit-history'
import { reactionsTo } from '../acts/reactions'
import type { DeletedMessage, Message, MessageMedia } from '../contract'
import { findVisibleMessage } from '../queries'
import type { NewMessage, RefusedAct, StoredMedia, StoredQuote } from '../tables'

export type Row = {
  readonly id: number
  readonly ticketId: number | null
  readonly whatsappId: number
  readonly fromMe: 0 | 1
  readonly body: string
  readonly ack: number
  readonly userId: number | null
  readonly clientId: string | null
  readonly createdAt: number
  /** Null for a message that is only a text. */
  readonly rare: Rare | null
}

/** Fields few messages have. */
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
  readonly isOfFormerNumber: 0 | 1
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
  isOfFormerNumber: 0,
}

const fields = {
  id: 'm.id',
  ticketId: 'm.ticket_id',
  whatsappId: 'm.connection_id',
  fromMe: 'm.from_me',
  body: 'm.body',
  ack: 'm.ack',
  userId: 'm.user_id',
  clientId: 'm.client_id',
  createdAt: 'm.created_at',
} as const satisfies Record<Exclude<keyof Row, 'rare'>, string>

/**
 * More than we ever write into one of these: a quote of the longest text, each sign escaped. A file that was in other hands may
 * hold megabytes, and a page of them would block everybody for seconds. The length stands in the row's head.
 */
const LARGEST_PART = 512 * 1024
const bounded = (column: string) => `CASE WHEN octet_length(${column}) <= ${LARGEST_PART} THEN json(${column}) END`

const rareJson = `json_object('kind', m.kind, 'revision', m.revision, 'failure', m.failure, 'author', m.author, 'isDeleted', m.is_deleted, 'isEdited', m.is_edited,
  'hasReactions', m.has_reactions, 'quotedId', m.quoted_id, 'quoted', ${bounded('m.quoted')}, 'media', ${bounded('m.media')}, 'refused', json(m.refused), 'extra', ${bounded('m.extra')},
  'isOfFormerNumber', ${isOfFormerNumber})`

/** Whether a message is more than a text. */
export const isSpecial = `m.kind <> 'chat' OR m.revision + m.is_deleted + m.is_edited + m.has_reactions > 0 OR coalesce(m.failure, m.author, m.quoted, m.media, m.refused, m.extra) IS NOT NULL OR ${isOfFormerNumber}`

/** JSON of the `Row` of such a message. */
export const specialJson = `json_object(${Object.entries(fields)
  .map(([name, column]) => `'${name}', ${column}, `)
  .join('')}'rare', ${rareJson})`

/** The driver's cost grows with each column, even empty ones, so the rare fields are one. */
const columns = `${Object.entries(fields)
  .map(([name, column]) => `${column} AS ${name}, `)
  .join('')}CASE WHEN ${isSpecial} THEN ${rareJson} END AS rare`

/** A row with its rare fields, which most leave empty. */
type Found = { readonly row: Row; readonly rare: Rare }

export function readMessage(db: Db, id: number): Message {
  const row = statement(db.$client, `SELECT m.contact_id AS contactId, ${columns} FROM messages m WHERE m.id = ?`).get(
    id,
  ) as (Omit<Row, 'rare'> & { readonly contactId: number; readonly rare: string | null }) | undefined // the columns are listed
  if (!row) return fail('ERR_NO_MESSAGE_FOUND')
  const rare = row.rare === null ? null : (JSON.parse(row.rare) as Rare) // written by `rareJson`
  const [message] = shownAs(db, [{ ...row, rare }], wordsOf(db, row.contactId))
  return message ?? fail('ERR_NO_MESSAGE_FOUND')
}

/** As `readMessage` would show a message that has just been stored. `contact`: the name of the contact it belongs to. */
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
export function shownAs(db: Db, rows: readonly Row[], words: Words): Message[] {
  const found = rows.map((row) => ({ row, rare: row.rare ?? plain }))
  const marks = marksOf(db, found, words)
  return found.map((one) => messageOf(one, words, marks))
}

/** The names needed to show a conversation with one contact. */
export type Words = { readonly names: Names; readonly contactId: number; readonly contact: string }

const wordsOf = (db: Db, contactId: number): Words => ({
  names: namesIn(db),
  contactId,
  contact: String(statement(db.$client, 'SELECT name FROM contacts WHERE id = ?').pluck().get(contactId) ?? ''),
})

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
  state,
  failure,
}: StoredMedia): MessageMedia {
  const media = { name, mimetype, size, seconds, width, height, waveform, thumbnail, state }
  return failure ? { ...media, failure } : media
}
