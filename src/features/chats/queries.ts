import type { Actor } from '../../actor'
import { quoted } from '../../contacts/name-index'
import { fail } from '../../errors'
import { instant } from '../../platform/formats'
import { fits, needleOf } from '../../platform/needle'
import { getColumn, getOnlyValue, getRow, getRows, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import {
  CHAT_PAGE,
  type Chat,
  type ChatMember,
  type ChatMessage,
  type ChatReaction,
  previewOf,
  type QuotedChatMessage,
  SEARCH_LEAST,
} from './contract'
import { chatErrors } from './errors'
import type { StoredChat, StoredChatMessage } from './tables'

const CHAT = `c.id, c.uuid, c.title, c.owner_id AS ownerId, c.created_by AS createdBy, c.last_message_id AS lastMessageId,
  c.created_at AS createdAt, c.updated_at AS updatedAt`
const MESSAGE = `m.id, m.chat_id AS chatId, m.sender_id AS senderId, m.body, m.kind, m.media, m.ticket_id AS ticketId,
  m.client_id AS clientId, m.quoted_id AS quotedId, m.revision, m.is_edited AS isEdited, m.is_deleted AS isDeleted,
  m.created_at AS createdAt, u.name AS senderName,
  (SELECT json_group_array(json_object('userId', r.user_id, 'name', coalesce(n.name, ''), 'emoji', r.emoji))
   FROM chat_reactions r LEFT JOIN users n ON n.id = r.user_id WHERE r.message_id = m.id) AS reactions`
const QUOTED = `q.id, q.sender_id AS senderId, q.body, q.kind, json_extract(q.media, '$.name') AS file, q.ticket_id AS ticketId,
  q.revision, q.is_deleted AS isDeleted, u.name AS senderName`

/** A chat of which the user is a member; for others it does not exist. */
export const findChatOf = (db: Db, { userId }: Pick<Actor, 'userId'>, id: number): StoredChat =>
  getRow<StoredChat>(
    db,
    `SELECT ${CHAT} FROM chats c JOIN chat_members o ON o.chat_id = c.id AND o.user_id = ? WHERE c.id = ?`,
    [userId, id],
  ) ?? fail(chatErrors.ERR_NO_CHAT_FOUND)

/** The user's own chats, the latest first; `search` matches title and members' names. */
export function listChats(db: Db, { userId }: Pick<Actor, 'userId'>, search = ''): Chat[] {
  const own = getRows<StoredChat>(
    db,
    `SELECT ${CHAT} FROM chat_members o CROSS JOIN chats c ON c.id = o.chat_id WHERE o.user_id = ?
     ORDER BY c.updated_at DESC, c.id DESC`,
    userId,
  )
  const needle = needleOf(search)
  return showChats(db, own).filter(({ title, users }) => fits(needle, title, ...users.map(({ user }) => user.name)))
}

type MemberRow = { chatId: number; userId: number; unreads: number; lastReadId: number; name: string }

/** With their members and last messages, in their order. */
export function showChats(db: Db, all: readonly StoredChat[]): Chat[] {
  if (all.length === 0) return []
  const members = Map.groupBy(
    getRows<MemberRow>(
      db,
      `SELECT o.chat_id AS chatId, o.user_id AS userId, o.unreads, o.read_id AS lastReadId, u.name
       FROM json_each(?) wanted CROSS JOIN chat_members o ON o.chat_id = wanted.value JOIN users u ON u.id = o.user_id
       ORDER BY o.id`,
      JSON.stringify(all.map(({ id }) => id)),
    ),
    ({ chatId }) => chatId,
  )
  const last = new Map(
    readMessages(db, 'm.id IN (SELECT value FROM json_each(?))', [
      JSON.stringify(all.map(({ lastMessageId }) => lastMessageId ?? 0)),
    ]).map((message) => [message.chatId, message]),
  )
  const creators = namesOf(
    db,
    all.map(({ createdBy }) => createdBy),
  )
  return all.map(({ id, uuid, title, ownerId, createdBy, createdAt, updatedAt }) => ({
    id,
    uuid,
    title,
    ownerId,
    createdBy: { id: createdBy, name: creators.get(createdBy) ?? '' },
    users: (members.get(id) ?? []).map(memberOf),
    lastMessage: last.get(id) ? previewOf(last.get(id) ?? { message: '', media: null }) : '',
    last: last.get(id) ?? null,
    createdAt: instant(createdAt),
    updatedAt: instant(updatedAt),
  }))
}

export const showChat = (db: Db, chat: StoredChat): Chat =>
  showChats(db, [chat])[0] ?? fail(chatErrors.ERR_NO_CHAT_FOUND)

const memberOf = ({ userId, unreads, lastReadId, name }: MemberRow): ChatMember => ({
  userId,
  unreads,
  lastReadId,
  user: { id: userId, name },
})

const namesOf = (db: Db, ids: readonly number[]): ReadonlyMap<number, string> =>
  new Map(
    getRows<{ id: number; name: string }>(
      db,
      'SELECT id, name FROM users WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify(ids),
    ).map(({ id, name }) => [id, name]),
  )

export const listMemberIds = (db: Db, chatId: number): number[] =>
  getColumn<number>(db, 'SELECT user_id FROM chat_members WHERE chat_id = ? ORDER BY id', chatId)

const IS_PAIR = `(c.title = '' AND (SELECT count(*) FROM chat_members o WHERE o.chat_id = c.id) <= 2)`

export const countGroups = (db: Db): number =>
  getOnlyValue<number>(db, `SELECT count(*) FROM chats c WHERE NOT ${IS_PAIR}`)

/** The talks between two that a user created; one of the two may have left. */
export const countPairsBy = (db: Db, userId: number): number =>
  getOnlyValue<number>(db, `SELECT count(*) FROM chats c WHERE c.created_by = ? AND ${IS_PAIR}`, userId)

/** The users among these who can sign in. */
export const activeAmong = (db: Db, ids: readonly number[]): number[] =>
  getColumn<number>(
    db,
    'SELECT id FROM users WHERE active = 1 AND id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  )

/** The untitled chat of exactly these two. */
export const findDirect = (db: Db, one: number, other: number): StoredChat | undefined =>
  getRow<StoredChat>(
    db,
    `SELECT ${CHAT} FROM chat_members o CROSS JOIN chats c ON c.id = o.chat_id
     JOIN chat_members p ON p.chat_id = c.id AND p.user_id = ?
     WHERE o.user_id = ? AND c.title = '' AND (SELECT count(*) FROM chat_members a WHERE a.chat_id = c.id) = 2`,
    [other, one],
  )

type MessageRow = Omit<StoredChatMessage, 'media' | 'isDeleted' | 'isEdited'> & {
  readonly media: string | null
  readonly isDeleted: 0 | 1
  readonly isEdited: 0 | 1
  /** JSON. */
  readonly reactions: string
  readonly senderName: string | null
}

function readMessages(db: Db, where: string, params: readonly (string | number)[]): ChatMessage[] {
  const sql = `SELECT ${MESSAGE} FROM chat_messages m LEFT JOIN users u ON u.id = m.sender_id WHERE ${where}`
  const rows = getRows<MessageRow>(db, sql, params)
  const quoted = quotedIn(db, rows)
  return rows.map((row) => showMessage(row, quoted.get(row.quotedId ?? 0) ?? null))
}

type QuotedRow = Pick<
  MessageRow,
  'id' | 'senderId' | 'body' | 'kind' | 'ticketId' | 'revision' | 'isDeleted' | 'senderName'
> & {
  readonly file: string | null
}

/** Only if one of these messages answers another. */
function quotedIn(db: Db, rows: readonly MessageRow[]): ReadonlyMap<number, QuotedChatMessage> {
  const ids = rows.flatMap(({ quotedId }) => quotedId ?? [])
  if (ids.length === 0) return new Map()
  const found = getRows<QuotedRow>(
    db,
    `SELECT ${QUOTED} FROM json_each(?) wanted CROSS JOIN chat_messages q ON q.id = wanted.value LEFT JOIN users u ON u.id = q.sender_id`,
    JSON.stringify([...new Set(ids)]),
  )
  return new Map(found.map((row) => [row.id, showQuoted(row)]))
}

const showQuoted = ({ id, senderId, senderName, body, kind, file, ticketId, revision, isDeleted }: QuotedRow) => ({
  id,
  senderId,
  sender: { id: senderId, name: senderName ?? '' },
  message: body,
  mediaType: kind ?? ('chat' as const),
  media: file === null ? null : { name: file },
  ticketId,
  revision,
  isDeleted: isDeleted === 1,
})

function showMessage(
  { body, kind, media: stored, senderName, ...row }: MessageRow,
  quoted: QuotedChatMessage | null,
): ChatMessage {
  const media = stored === null ? null : withoutPlace(JSON.parse(stored) as NonNullable<StoredChatMessage['media']>) // as it was stored
  return {
    id: row.id,
    chatId: row.chatId,
    senderId: row.senderId,
    sender: { id: row.senderId, name: senderName ?? '' },
    message: body,
    mediaType: kind ?? 'chat',
    mediaUrl: media && `/api/chats/${row.chatId}/files/${row.id}`,
    media,
    ticketId: row.ticketId,
    clientId: row.clientId,
    quoted,
    reactions: JSON.parse(row.reactions) as ChatReaction[], // written by `MESSAGE`
    revision: row.revision,
    isEdited: row.isEdited === 1,
    isDeleted: row.isDeleted === 1,
    createdAt: instant(row.createdAt),
  }
}

const withoutPlace = ({ file: _, ticket: __, ...media }: NonNullable<StoredChatMessage['media']>) => media

export const findMessage = (db: Db, id: number): ChatMessage =>
  readMessages(db, 'm.id = ?', [id])[0] ?? fail(chatErrors.ERR_NO_CHAT_FOUND)

/** Deleted ones are missing. */
export const findMessageIn = (db: Db, chatId: number, id: number): ChatMessage =>
  readMessages(db, 'm.id = ? AND m.chat_id = ? AND m.is_deleted = 0', [id, chatId])[0] ?? fail('ERR_NO_MESSAGE_FOUND')

export const findSent = (db: Db, chatId: number, senderId: number, clientId: string): number | undefined =>
  getValue<number>(db, 'SELECT id FROM chat_messages WHERE chat_id = ? AND sender_id = ? AND client_id = ?', [
    chatId,
    senderId,
    clientId,
  ])

/** A page by number, or before a message. */
type PageStart = { readonly before: number | null; readonly page: number; readonly filesOnly: boolean }

/** In reading order; pages run backwards. */
export function pageOfChat(db: Db, chatId: number, { before, page, filesOnly }: PageStart) {
  const found = readMessages(
    db,
    `m.chat_id = ? AND m.id < ? ${filesOnly ? 'AND m.media IS NOT NULL' : ''} ORDER BY m.id DESC LIMIT ? OFFSET ?`,
    [chatId, before ?? Number.MAX_SAFE_INTEGER, CHAT_PAGE + 1, before === null ? CHAT_PAGE * (page - 1) : 0],
  )
  return { messages: found.slice(0, CHAT_PAGE).toReversed(), hasMore: found.length > CHAT_PAGE }
}

export const findMedia = (db: Db, chatId: number, messageId: number): StoredChatMessage['media'] => {
  const media = getValue<string | null>(db, 'SELECT media FROM chat_messages WHERE id = ? AND chat_id = ?', [
    messageId,
    chatId,
  ])
  return media ? (JSON.parse(media) as StoredChatMessage['media']) : null // as it was stored
}

/** Number of the company's latest matches among which the user's own chats are searched. */
const MOST_MATCHES = 1000
const MOST_FOUND = 50

const isLong = (word: string) => [...word].length >= SEARCH_LEAST

export function searchChats(db: Db, { userId }: Pick<Actor, 'userId'>, search: string): ChatMessage[] {
  const words = needleOf(search)
  // The index has no short words: with one of them, the words are sought as they stand.
  const needle = words.every(isLong) ? words : [words.join(' ')].filter(isLong)
  if (needle.length === 0) return []
  return readMessages(
    db,
    `m.id IN (SELECT rowid FROM chat_message_search WHERE chat_message_search MATCH ? ORDER BY rowid DESC LIMIT ${MOST_MATCHES})
     AND EXISTS (SELECT 1 FROM chat_members o WHERE o.chat_id = m.chat_id AND o.user_id = ?) ORDER BY m.id DESC LIMIT ${MOST_FOUND}`,
    [needle.map(quoted).join(' AND '), userId],
  )
}
