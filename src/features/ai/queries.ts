import { and, desc, eq, lt, ne } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import { instant } from '../../platform/formats'
import { getOnlyValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { AI_TURN_PAGE, type AiChat, type AiTurn } from './contract'
import { aiErrors } from './errors'
import { aiChats, aiTurns, type StoredAiChat, type StoredAiTurn } from './tables'

type Owner = Pick<Actor, 'userId'>

export const showAiChat = ({ id, title, createdAt, updatedAt }: StoredAiChat): AiChat => ({
  id,
  title,
  createdAt: instant(createdAt),
  updatedAt: instant(updatedAt),
})

/** An answer stored as being written without a writer was cut by a stop of the server. */
export const showAiTurn = ({ createdAt, ...turn }: StoredAiTurn, isWriting: boolean): AiTurn => ({
  ...turn,
  outcome: turn.outcome === 'writing' && !isWriting ? 'interrupted' : turn.outcome,
  createdAt: instant(createdAt),
})

/** The latest first. */
export const listAiChats = (db: Db, { userId }: Owner): StoredAiChat[] =>
  db.select().from(aiChats).where(eq(aiChats.userId, userId)).orderBy(desc(aiChats.updatedAt), desc(aiChats.id)).all()

export const countAiChats = (db: Db, { userId }: Owner): number =>
  getOnlyValue<number>(db, 'SELECT count(*) FROM ai_chats WHERE user_id = ?', userId)

export const findAiChatOf = (db: Db, { userId }: Owner, id: number): StoredAiChat =>
  db
    .select()
    .from(aiChats)
    .where(and(eq(aiChats.id, id), eq(aiChats.userId, userId)))
    .get() ?? fail(aiErrors.ERR_NO_AI_CHAT_FOUND)

/** In reading order; pages run backwards. */
export function pageOfAiChat(db: Db, chatId: number, before: number | null) {
  const found = db
    .select()
    .from(aiTurns)
    .where(and(eq(aiTurns.chatId, chatId), lt(aiTurns.id, before ?? Number.MAX_SAFE_INTEGER)))
    .orderBy(desc(aiTurns.id))
    .limit(AI_TURN_PAGE + 1)
    .all()
  return { turns: found.slice(0, AI_TURN_PAGE).toReversed(), hasMore: found.length > AI_TURN_PAGE }
}

export const countAiTurns = (db: Db, chatId: number): number =>
  getOnlyValue<number>(db, 'SELECT count(*) FROM ai_turns WHERE chat_id = ?', chatId)

export const findLastAiTurn = (db: Db, chatId: number): StoredAiTurn =>
  db.select().from(aiTurns).where(eq(aiTurns.chatId, chatId)).orderBy(desc(aiTurns.id)).limit(1).get() ??
  fail(aiErrors.ERR_NO_AI_CHAT_FOUND)

/** Earlier answered questions, as many as the model may get, in reading order. */
export const listAnswered = (db: Db, { chatId, id }: Pick<StoredAiTurn, 'chatId' | 'id'>) =>
  db
    .select({ prompt: aiTurns.prompt, answer: aiTurns.answer })
    .from(aiTurns)
    .where(and(eq(aiTurns.chatId, chatId), lt(aiTurns.id, id), ne(aiTurns.answer, '')))
    .orderBy(desc(aiTurns.id))
    .limit(AI_TURN_PAGE)
    .all()
    .toReversed()
