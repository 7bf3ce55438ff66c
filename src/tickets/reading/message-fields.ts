/**
 * The fields of a message, for all readers: `shown.ts` shows a row, `lines.ts` and `page.ts` write a page of them. Add
 * a field that few messages have to `Rare`, and to `same`, which the compiler demands; a field that all messages have
 * slows down each page.
 */
import { isOfFormerNumber } from '../../channels/connections/former-numbers'
import type { MessageExtra, MessageKind } from '../../channels/contract'
import { jsonObject } from '../../platform/sql-json'
import type { Names } from '../lists/names'
import type { Message } from '../messages/contract'
import type { RefusedAction, StoredMedia, StoredQuote } from '../messages/tables'

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
  /** Null for a message that is only text. */
  readonly rare: Rare | null
}

/** Fields that few messages have. */
export type Rare = {
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
  readonly refused: RefusedAction | null
  readonly extra: MessageExtra | null
  readonly isOfFormerNumber: 0 | 1
}

export const plain: Rare = {
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

const fields: Record<Exclude<keyof Row, 'rare'>, string> = {
  id: 'm.id',
  ticketId: 'm.ticket_id',
  whatsappId: 'm.connection_id',
  fromMe: 'm.from_me',
  body: 'm.body',
  ack: 'm.ack',
  userId: 'm.user_id',
  clientId: 'm.client_id',
  createdAt: 'm.created_at',
}

/**
 * More than we ever write into one of these fields: a quote of the longest text with every character escaped. A file
 * edited by others may hold megabytes, and a page of them would block everybody for seconds. SQLite reads the length
 * from the row's header.
 */
const LARGEST_PART = 512 * 1024
const bounded = (column: string) => `CASE WHEN octet_length(${column}) <= ${LARGEST_PART} THEN json(${column}) END`

const rareFields: Record<keyof Rare, string> = {
  kind: 'm.kind',
  revision: 'm.revision',
  failure: 'm.failure',
  author: 'm.author',
  isDeleted: 'm.is_deleted',
  isEdited: 'm.is_edited',
  hasReactions: 'm.has_reactions',
  quotedId: 'm.quoted_id',
  quoted: bounded('m.quoted'),
  media: bounded('m.media'),
  refused: 'json(m.refused)',
  extra: bounded('m.extra'),
  isOfFormerNumber,
}
const rareJson = jsonObject(rareFields)

/** Whether a message is more than text. */
export const isSpecial = `m.kind <> 'chat' OR m.revision OR m.is_deleted OR m.is_edited OR m.has_reactions OR coalesce(m.failure, m.author, m.quoted, m.media, m.refused, m.extra) IS NOT NULL OR ${isOfFormerNumber}`

/** JSON of such a message's `Row`. */
export const specialJson = jsonObject({ ...fields, rare: rareJson })

/** The driver's cost grows with each column, even an empty one, so the rare fields share a column. */
export const columns = `${Object.entries(fields)
  .map(([name, column]) => `${column} AS ${name}, `)
  .join('')}CASE WHEN ${isSpecial} THEN ${rareJson} END AS rare`

/** The JSON SQLite writes of a message that is only text, in this order; `lines.ts` reads the numbers at the end. */
const plainFields = {
  ticketId: fields.ticketId,
  id: fields.id,
  clientId: fields.clientId,
  body: fields.body,
  createdAt: fields.createdAt,
} as const satisfies Partial<Record<keyof Message, string>>

/**
 * A number costs as much as a short text, so these four share one. A delivery status is below 128, a user id below four
 * million.
 */
const TICKS = 128
const PEOPLE = 2 ** 22
const sent = `m.from_me + 2 * (m.ack + ${TICKS} * (ifnull(m.user_id, 0) + ${PEOPLE} * m.connection_id))`
const sentBy = (sent: number): { fromMe: boolean; ack: number; userId: number | null; whatsappId: number } => ({
  fromMe: sent % 2 === 1,
  ack: Math.floor(sent / 2) % TICKS,
  userId: Math.floor(sent / 2 / TICKS) % PEOPLE || null,
  whatsappId: Math.floor(sent / 2 / TICKS / PEOPLE),
})

export const plainJson = jsonObject({ ...plainFields, sent })

/** The names needed to show a conversation with one contact. */
export type ConversationNames = { readonly names: Names; readonly contactId: number; readonly contact: string }

/** The JSON after the time of a plain message. */
export const restOf = (sent: number, words: ConversationNames): string =>
  `,${JSON.stringify(sharedOf(sent, words)).slice(1, -1)}${sameOfAll}`

function sharedOf(sent: number, { names, contactId, contact }: ConversationNames) {
  const { fromMe, ack, userId, whatsappId } = sentBy(sent)
  return {
    whatsappId,
    contactId,
    fromMe,
    ack,
    contact: fromMe ? null : { name: contact },
    user: userId === null ? null : names.user(userId),
  } satisfies Partial<Message>
}

/** The fields that every message has. */
type Always = { [F in keyof Message]-?: undefined extends Message[F] ? never : F }[keyof Message]

/** The fields that are the same in all messages that are only text. */
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
} as const satisfies Pick<Message, Exclude<Always, keyof typeof plainFields | keyof ReturnType<typeof sharedOf>>>
const sameOfAll = `,${JSON.stringify(same).slice(1)}`
