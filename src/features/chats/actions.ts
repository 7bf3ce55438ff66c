/** Actions on internal chats. Only members receive their events, and they are not audited. */
import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { Audience } from '../../platform/events'
import { on, type Subscriber } from '../../platform/extensions'
import { execute, getColumn, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { isBlank, searchable } from '../../platform/text'
import type { UploadedFile } from '../../tickets/media/upload'
import { findVisibleTicket } from '../../tickets/queries'
import { alertsWithdrawn, peopleAlerted } from '../../users/alerts'
import { can } from '../../users/permissions'
import { userRemoved } from '../../users/rights'
import {
  type Chat,
  type ChatMessage,
  type CreateChat,
  chatDeleted,
  chatMessageChanged,
  chatMessageCreated,
  chatRead,
  chatTyping,
  chatUpdated,
  createChats,
  type EditChatMessage,
  MOST_CHATS,
  MOST_MEMBERS,
  type OpenDirectChat,
  previewOf,
  type ReactToChatMessage,
  type SendChatMessage,
  type UpdateChat,
} from './contract'
import { chatErrors } from './errors'
import {
  activeAmong,
  countGroups,
  countPairsBy,
  findChatOf,
  findDirect,
  findMessage,
  findMessageIn,
  findSent,
  listMemberIds,
  showChat,
} from './queries'
import { chatMembers, chatMessages, chats, type StoredChat } from './tables'

/**
 * The talk between two that exists, or a new one. Both may ask for it at the same time: a transaction is one step of
 * the only process that writes.
 */
export const openDirectChat = (cx: Cx, actor: Actor, { userId }: OpenDirectChat): Chat =>
  cx.transaction((cx) => {
    const [other] = othersAmong(cx.db, actor.userId, [userId])
    return other === undefined ? wrongMembers('form.invalid') : findOrAddPair(cx, actor, other)
  })

function findOrAddPair(cx: Cx, actor: Actor, other: number): Chat {
  const known = findDirect(cx.db, actor.userId, other)
  if (known) return showChat(cx.db, known)
  if (countPairsBy(cx.db, actor.userId) >= MOST_CHATS) fail(chatErrors.ERR_CHAT_LIMIT, { most: MOST_CHATS })
  return announceChat(cx, insertChat(cx, '', [actor.userId, other], cx.now()))
}

/** An existing untitled chat with the same single colleague is reopened. */
export const createChat = (cx: Cx, actor: Actor, { title = '', users }: CreateChat): Chat =>
  cx.transaction((cx) => {
    const [other, ...more] = othersAmong(cx.db, actor.userId, users)
    if (other === undefined) return wrongMembers('form.required')
    if (title === '' && more.length === 0) return findOrAddPair(cx, actor, other)
    if (countGroups(cx.db) >= MOST_CHATS) fail(chatErrors.ERR_CHAT_LIMIT, { most: MOST_CHATS })
    return announceChat(cx, insertChat(cx, title, [actor.userId, other, ...more], cx.now()))
  })

/** Inside a transaction; emits nothing. The first member owns the chat. */
export function insertChat({ db }: Cx, title: string, members: readonly number[], at: number): StoredChat {
  const [ownerId = 0] = members
  const values = { uuid: crypto.randomUUID(), title, ownerId, createdBy: ownerId, createdAt: at, updatedAt: at }
  const chat = db.insert(chats).values(values).returning().get()
  for (const userId of members) db.insert(chatMembers).values({ chatId: chat.id, userId }).run()
  return chat
}

/** `users` replaces the members. A new member can read earlier messages. */
export const changeChat = (cx: Cx, actor: Actor, id: number, { title, users }: UpdateChat): Chat =>
  cx.transaction((cx) => {
    const before = findOwned(cx.db, actor, id)
    const members = listMemberIds(cx.db, id)
    // A talk between two becomes no group by the way.
    if (before.title === '' && members.length <= 2 && !can(actor, createChats)) fail('ERR_NO_PERMISSION')
    const memberIds = users && [before.ownerId, ...othersAmong(cx.db, before.ownerId, users, members)]
    if (memberIds && memberIds.length > MOST_MEMBERS) return wrongMembers('form.list.long')
    for (const userId of memberIds?.filter((one) => !members.includes(one)) ?? [])
      cx.db
        .insert(chatMembers)
        .values({ chatId: id, userId, readId: before.lastMessageId ?? 0 })
        .run()
    for (const userId of members.filter((one) => memberIds && !memberIds.includes(one))) takeOut(cx, id, userId)
    if (title !== undefined) cx.db.update(chats).set({ title }).where(eq(chats.id, id)).run()
    return announceChat(cx, findChatOf(cx.db, actor, id))
  })

/** Inactive users may remain members. */
function othersAmong(db: Db, own: number, users: readonly number[], members: readonly number[] = []): number[] {
  const named = [...new Set(users)].filter((id) => id !== own)
  const known = [...members, ...activeAmong(db, named)]
  return named.every((id) => known.includes(id)) ? named : wrongMembers('form.invalid')
}

const wrongMembers = (message: string): never => fail('ERR_INVALID_INPUT', [{ field: 'users', message }])

/** Messages deleted before yielding to the event loop. */
const ROWS_PER_TRANSACTION = 500

/** If the process dies meanwhile, the chat still exists and can be deleted again. */
export async function deleteChat(cx: Cx, actor: Actor, id: number): Promise<void> {
  findOwned(cx.db, actor, id)
  while (cx.transaction(({ db }) => deleteSome(db, id)) === ROWS_PER_TRANSACTION) await new Promise(setImmediate)
  cx.transaction((cx) => {
    const audience = membersOf(cx.db, findOwned(cx.db, actor, id).id)
    deleteSome(cx.db, id, -1)
    cx.db.delete(chats).where(eq(chats.id, id)).run()
    cx.happened(alertsWithdrawn({ tag: alertTag(id), userIds: null, subject: null }))
    cx.emit(chatDeleted({ chatId: id }), audience)
  })
}

const deleteSome = ({ $client }: Db, chatId: number, most = ROWS_PER_TRANSACTION): number =>
  execute(
    $client,
    'DELETE FROM chat_messages WHERE id IN (SELECT id FROM chat_messages WHERE chat_id = ? ORDER BY id LIMIT ?)',
    [chatId, most],
  ).changes

/** If the owner leaves, the next member becomes the owner; the chat is deleted with its last member. */
export const leaveChat = (cx: Cx, actor: Actor, id: number): void =>
  cx.transaction((cx) => {
    findChatOf(cx.db, actor, id)
    leave(cx, id, actor.userId)
  })

function leave(cx: Cx, chatId: number, userId: number) {
  takeOut(cx, chatId, userId)
  const [next] = listMemberIds(cx.db, chatId)
  if (next === undefined) {
    deleteSome(cx.db, chatId, -1)
    cx.db.delete(chats).where(eq(chats.id, chatId)).run()
    return
  }
  const chat = cx.db.select().from(chats).where(eq(chats.id, chatId)).get()
  if (!chat) return
  const ownerId = chat.ownerId === userId ? next : chat.ownerId
  cx.db.update(chats).set({ ownerId }).where(eq(chats.id, chatId)).run()
  announceChat(cx, { ...chat, ownerId })
}

function takeOut(cx: Cx, chatId: number, userId: number) {
  execute(cx.db, 'DELETE FROM chat_members WHERE chat_id = ? AND user_id = ?', [chatId, userId])
  cx.happened(alertsWithdrawn({ tag: alertTag(chatId), userIds: [userId], subject: null }))
  cx.emit(chatDeleted({ chatId }), (listener) => listener.userId === userId)
}

/** A deleted user leaves their chats. */
export const chatSubscribers: readonly Subscriber[] = [
  on(userRemoved, 'inTransaction', (cx, { userId }) => {
    const left = getColumn<number>(cx.db, 'SELECT chat_id FROM chat_members WHERE user_id = ? ORDER BY chat_id', userId)
    for (const chatId of left) leave(cx, chatId, userId)
  }),
]

type NewFile = Pick<UploadedFile, 'kind' | 'media'>

/** The id of the same message if it was stored before. */
export function findRepeated(cx: Cx, actor: Actor, id: number, { clientId }: SendChatMessage): number | undefined {
  findChatOf(cx.db, actor, id)
  return clientId === undefined ? undefined : findSent(cx.db, id, actor.userId, clientId)
}

export const sendChatMessage = (
  cx: Cx,
  actor: Actor,
  id: number,
  input: SendChatMessage,
  file: NewFile | null = null,
): ChatMessage =>
  cx.transaction((cx) => {
    const repeated = findRepeated(cx, actor, id, input)
    if (repeated !== undefined) return findMessage(cx.db, repeated)
    const { message = '', ticketId = null, quotedId = null, clientId = null } = input
    if (ticketId !== null) findVisibleTicket(cx.db, actor, ticketId)
    if (quotedId !== null) findMessageIn(cx.db, id, quotedId)
    const body = isBlank(message) ? '' : message.trim()
    if (body === '' && ticketId === null && !file) fail('ERR_MESSAGE_EMPTY')
    const sender = { senderId: actor.userId, clientId, at: cx.now() }
    const sent = insertMessage(cx, { chatId: id, body, ticketId, quotedId, ...sender }, file)
    cx.emit(chatMessageCreated({ newMessage: sent }), membersOf(cx.db, id))
    alertMembers(cx, actor, id, sent)
    return sent
  })

function alertMembers(cx: Cx, actor: Actor, id: number, sent: ChatMessage) {
  const { title, uuid } = findChatOf(cx.db, actor, id)
  const sender = sent.sender.name
  cx.happened(
    peopleAlerted({
      kind: 'chats',
      userIds: listMemberIds(cx.db, id).filter((userId) => userId !== actor.userId),
      tag: alertTag(id),
      subject: alertSubject(sent.id),
      path: `/chats/${uuid}`,
      title: title === '' ? sender : `${sender} · ${title}`,
      body: previewOf(sent),
    }),
  )
}

const alertTag = (chatId: number) => `chat.${chatId}`
const alertSubject = (messageId: number) => `message.${messageId}`

type NewMessage = {
  readonly chatId: number
  readonly senderId: number
  readonly body: string
  readonly ticketId: number | null
  readonly quotedId?: number | null
  readonly clientId: string | null
  readonly at: number
}

/** Inside a transaction; emits nothing. Marks earlier messages as read by its sender. */
export function insertMessage(
  { db }: Cx,
  { at: createdAt, ...message }: NewMessage,
  file: NewFile | null,
): ChatMessage {
  const id = storeMessage(db, { ...message, at: createdAt }, file)
  execute(
    db,
    `UPDATE chat_members SET unreads = iif(user_id = @senderId, 0, unreads + 1), read_id = iif(user_id = @senderId, @id, read_id)
     WHERE chat_id = @chatId`,
    { senderId: message.senderId, chatId: message.chatId, id },
  )
  return findMessage(db, id)
}

/** Without effect on what members have read. Returns its id. */
export function storeMessage(db: Db, message: NewMessage, file: NewFile | null): number {
  const { chatId, body, at } = message
  const { lastInsertRowid } = execute(
    db,
    `INSERT INTO chat_messages (chat_id, sender_id, body, kind, media, ticket_id, quoted_id, client_id, created_at)
     VALUES (@chatId, @senderId, @body, @kind, @media, @ticketId, @quotedId, @clientId, @at)`,
    { quotedId: null, ...message, kind: file?.kind ?? null, media: file ? JSON.stringify(file.media) : null },
  )
  const id = Number(lastInsertRowid)
  addToSearch(db, { id, message: body, media: file?.media ?? null })
  execute(db, 'UPDATE chats SET last_message_id = ?, updated_at = ? WHERE id = ?', [id, at, chatId])
  return id
}

const addToSearch = (db: Db, message: Pick<ChatMessage, 'id' | 'message' | 'media'>) =>
  execute(db, 'INSERT INTO chat_message_search (rowid, words) VALUES (?, ?)', [
    message.id,
    searchable(`${previewOf(message)} ${message.media?.name ?? ''}`),
  ])

type MessageRef = { readonly chatId: number; readonly messageId: number }

export const editChatMessage = (cx: Cx, actor: Actor, place: MessageRef, { message }: EditChatMessage): ChatMessage =>
  changeMessage(cx, actor, place, (before) => {
    const body = isBlank(message) ? '' : message.trim()
    if (body === '' && !before.media && before.ticketId === null) fail('ERR_MESSAGE_EMPTY')
    return body === before.message ? null : { body, isEdited: true }
  })

/** Its place stays; the file is removed once nothing else needs it. */
export const deleteChatMessage = (cx: Cx, actor: Actor, place: MessageRef): ChatMessage =>
  changeMessage(cx, actor, place, (_, cx) => {
    const { db } = cx
    execute(db, 'DELETE FROM chat_reactions WHERE message_id = ?', place.messageId)
    const subject = alertSubject(place.messageId)
    cx.happened(alertsWithdrawn({ tag: alertTag(place.chatId), userIds: null, subject }))
    return { body: '', kind: null, media: null, ticketId: null, quotedId: null, isDeleted: true }
  })

/** Each member has one reaction to a message; an empty one removes it. */
export const reactToChatMessage = (
  cx: Cx,
  actor: Actor,
  { chatId, messageId }: MessageRef,
  { reaction }: ReactToChatMessage,
): ChatMessage =>
  cx.transaction((cx) => {
    findChatOf(cx.db, actor, chatId)
    const before = findMessageIn(cx.db, chatId, messageId)
    const own = before.reactions.find(({ userId }) => userId === actor.userId)?.emoji ?? ''
    if (own === reaction) return before
    const place = [messageId, actor.userId]
    if (reaction === '') execute(cx.db, 'DELETE FROM chat_reactions WHERE message_id = ? AND user_id = ?', place)
    else
      execute(cx.db, 'REPLACE INTO chat_reactions (message_id, user_id, emoji) VALUES (?, ?, ?)', [...place, reaction])
    return announceChange(cx, before, {})
  })

type Change = Partial<
  Pick<typeof chatMessages.$inferInsert, 'body' | 'kind' | 'media' | 'ticketId' | 'quotedId' | 'isEdited' | 'isDeleted'>
>

/** Only its sender changes a message; read marks and the chat's place in the list stay. */
const changeMessage = (
  cx: Cx,
  actor: Actor,
  { chatId, messageId }: MessageRef,
  changeOf: (before: ChatMessage, cx: Cx) => Change | null,
): ChatMessage =>
  cx.transaction((cx) => {
    findChatOf(cx.db, actor, chatId)
    const before = findMessageIn(cx.db, chatId, messageId)
    if (before.senderId !== actor.userId) fail('ERR_NO_PERMISSION')
    const change = changeOf(before, cx)
    if (change === null) return before
    const message = announceChange(cx, before, change)
    execute(cx.db, 'DELETE FROM chat_message_search WHERE rowid = ?', messageId)
    if (!message.isDeleted) addToSearch(cx.db, message)
    return message
  })

function announceChange(cx: Cx, { id, chatId, revision }: ChatMessage, change: Change): ChatMessage {
  cx.db
    .update(chatMessages)
    .set({ ...change, revision: revision + 1 })
    .where(eq(chatMessages.id, id))
    .run()
  const message = findMessage(cx.db, id)
  cx.emit(chatMessageChanged({ message }), membersOf(cx.db, chatId))
  return message
}

/** Up to a message, or all; a read mark never moves back. */
export const readChat = (cx: Cx, actor: Actor, id: number, messageId?: number): void =>
  cx.transaction((cx) => {
    const { lastMessageId } = findChatOf(cx.db, actor, id)
    const readId = Math.min(messageId ?? Number.MAX_SAFE_INTEGER, lastMessageId ?? 0)
    const place = { id, userId: actor.userId, readId }
    const unreads = getValue<number>(
      cx.db,
      `UPDATE chat_members SET read_id = @readId, unreads = (SELECT count(*) FROM chat_messages m
         WHERE m.chat_id = @id AND m.id > @readId AND m.sender_id <> @userId)
       WHERE chat_id = @id AND user_id = @userId AND read_id < @readId RETURNING unreads`,
      place,
    )
    if (unreads === undefined) return
    // Read on one device, it does not ring on another.
    if (unreads === 0) cx.happened(alertsWithdrawn({ tag: alertTag(id), userIds: [actor.userId], subject: null }))
    cx.emit(chatRead({ chatId: id, userId: actor.userId, unreads, lastReadId: readId }), membersOf(cx.db, id))
  })

export function noteTyping(cx: Cx, actor: Actor, id: number): void {
  const audience = membersOf(cx.db, findChatOf(cx.db, actor, id).id)
  cx.emit(chatTyping({ chatId: id, userId: actor.userId }), audience)
}

function findOwned(db: Db, actor: Actor, id: number): StoredChat {
  const chat = findChatOf(db, actor, id)
  return chat.ownerId === actor.userId ? chat : fail('ERR_NO_PERMISSION')
}

function announceChat(cx: Cx, stored: StoredChat): Chat {
  const chat = showChat(cx.db, stored)
  cx.emit(chatUpdated({ chat }), membersOf(cx.db, chat.id))
  return chat
}

function membersOf(db: Db, chatId: number): Audience {
  const members = new Set(listMemberIds(db, chatId))
  return ({ userId }) => members.has(userId)
}
