/** Actions on conversations with the assistant. Their events reach only the owner, and they are not audited. */
import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { Audience } from '../../platform/events'
import { on, type Subscriber } from '../../platform/extensions'
import { execute, getColumn } from '../../platform/sql'
import { oneLine } from '../../platform/text'
import { rightsChanged } from '../../users/rights'
import {
  AI_TITLE_LENGTH,
  type AiChat,
  type AiTurn,
  aiChatDeleted,
  aiChatUpdated,
  aiTurnUpdated,
  MOST_AI_CHATS,
  MOST_AI_TURNS,
  type RenameAiChat,
} from './contract'
import { aiErrors } from './errors'
import {
  countAiChats,
  countAiTurns,
  findAiChatOf,
  findLastAiTurn,
  listAiChats,
  showAiChat,
  showAiTurn,
} from './queries'
import { aiChats, aiTurns, type StoredAiChat, type StoredAiTurn } from './tables'

type Owner = Pick<Actor, 'userId'>
export type NewTurn = { readonly chat: StoredAiChat; readonly turn: StoredAiTurn }

const ownerOnly =
  ({ userId }: Owner): Audience =>
  (listener) =>
    listener.userId === userId

/** Stores a question, in a new conversation without `chatId`. Its answer is being written. */
export const addQuestion = (cx: Cx, owner: Owner, chatId: number | null, prompt: string): NewTurn =>
  cx.transaction((cx) => {
    const chat = chatId === null ? insertChat(cx, owner, prompt) : findAiChatOf(cx.db, owner, chatId)
    if (countAiTurns(cx.db, chat.id) >= MOST_AI_TURNS) fail(aiErrors.ERR_AI_CHAT_LONG, { most: MOST_AI_TURNS })
    // A crash left it behind.
    execute(cx.db, "UPDATE ai_turns SET outcome = 'interrupted' WHERE chat_id = ? AND outcome = 'writing'", chat.id)
    const turn = cx.db.insert(aiTurns).values({ chatId: chat.id, prompt, createdAt: cx.now() }).returning().get()
    return announce(cx, owner, { chat: touch(cx, chat), turn })
  })

function insertChat({ db, now }: Cx, owner: Owner, prompt: string): StoredAiChat {
  if (countAiChats(db, owner) >= MOST_AI_CHATS) fail(aiErrors.ERR_AI_CHAT_LIMIT, { most: MOST_AI_CHATS })
  const values = { userId: owner.userId, title: oneLine(prompt, AI_TITLE_LENGTH), createdAt: now(), updatedAt: now() }
  return db.insert(aiChats).values(values).returning().get()
}

/** Asks the last question again. Also returns its former answer. */
export const repeatQuestion = (cx: Cx, owner: Owner, chatId: number): NewTurn & { readonly before: StoredAiTurn } =>
  cx.transaction((cx) => {
    const chat = findAiChatOf(cx.db, owner, chatId)
    const before = findLastAiTurn(cx.db, chatId)
    const turn = { ...before, answer: '', outcome: 'writing', error: null } as const
    storeTurn(cx, turn)
    return { ...announce(cx, owner, { chat: touch(cx, chat), turn }), before }
  })

function touch({ db, now }: Cx, chat: StoredAiChat): StoredAiChat {
  db.update(aiChats).set({ updatedAt: now() }).where(eq(aiChats.id, chat.id)).run()
  return { ...chat, updatedAt: now() }
}

function announce(cx: Cx, owner: Owner, begun: NewTurn): NewTurn {
  cx.emit(aiChatUpdated({ chat: showAiChat(begun.chat) }), ownerOnly(owner))
  cx.emit(aiTurnUpdated({ turn: showAiTurn(begun.turn, true) }), ownerOnly(owner))
  return begun
}

type TurnResult = Pick<StoredAiTurn, 'id' | 'answer' | 'outcome' | 'error'>

/** Returns false if the question is gone. */
export const storeTurn = ({ db }: Pick<Cx, 'db'>, { id, answer, outcome, error }: TurnResult): boolean =>
  execute(db, 'UPDATE ai_turns SET answer = ?, outcome = ?, error = ? WHERE id = ?', [answer, outcome, error, id])
    .changes > 0

/** Undefined if the question is gone. */
export const endTurn = (cx: Cx, owner: Owner, turn: StoredAiTurn): AiTurn | undefined =>
  cx.transaction((cx) => {
    if (!storeTurn(cx, turn)) return undefined
    const shown = showAiTurn(turn, false)
    cx.emit(aiTurnUpdated({ turn: shown }), ownerOnly(owner))
    return shown
  })

export const renameAiChat = (cx: Cx, owner: Owner, id: number, { title }: RenameAiChat): AiChat =>
  cx.transaction((cx) => {
    const chat = showAiChat({ ...findAiChatOf(cx.db, owner, id), title })
    cx.db.update(aiChats).set({ title }).where(eq(aiChats.id, id)).run()
    cx.emit(aiChatUpdated({ chat }), ownerOnly(owner))
    return chat
  })

export const deleteAiChat = (cx: Cx, owner: Owner, id: number): void =>
  cx.transaction((cx) => drop(cx, owner, findAiChatOf(cx.db, owner, id).id))

/** Deletes all of a user's. If the process dies meanwhile, the rest remains and can be deleted again. */
export async function deleteAiChats(cx: Cx, owner: Owner): Promise<void> {
  for (const { id } of listAiChats(cx.db, owner)) {
    cx.transaction((cx) => drop(cx, owner, id))
    await new Promise(setImmediate)
  }
}

function drop(cx: Cx, owner: Owner, id: number) {
  cx.db.delete(aiTurns).where(eq(aiTurns.chatId, id)).run()
  cx.db.delete(aiChats).where(eq(aiChats.id, id)).run()
  cx.emit(aiChatDeleted({ chatId: id }), ownerOnly(owner))
}

/** Deletes the conversations of deleted users, which nobody could open. */
export const deleteWithUser: Subscriber = on(rightsChanged, 'inTransaction', ({ db }, { userIds }) => {
  const deleted = getColumn<number>(
    db,
    'SELECT id FROM users WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NOT NULL',
    JSON.stringify(userIds),
  )
  for (const userId of deleted) {
    execute(db, 'DELETE FROM ai_turns WHERE chat_id IN (SELECT id FROM ai_chats WHERE user_id = ?)', userId)
    execute(db, 'DELETE FROM ai_chats WHERE user_id = ?', userId)
  }
})
