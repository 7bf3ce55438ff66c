import {
  type AiChat,
  type AiLine,
  type AiTurn,
  aiChatDeleted,
  aiChatUpdated,
  aiTurnUpdated,
} from '../../../src/features/ai/contract'
import type { ListRules } from '../../shared/live/apply'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'
import { fits, needleOf } from '../../shared/plain'

export const aiChatsSpec: CrudSpec<AiChat> = {
  key: ['ai-chats'],
  // The latest first, as the server lists them.
  compare: (a, b) => (a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1),
  events: [on(aiChatUpdated, ({ chat }) => ({ put: chat })), on(aiChatDeleted, ({ chatId }) => ({ drop: chatId }))],
}

/** The questions of a conversation, the latest first. */
export const turnRules = (chatId: number) =>
  ({
    key: ['ai-turns', chatId],
    id: ({ id }: AiTurn) => id,
    belongs: (turn: AiTurn) => turn.chatId === chatId,
    compare: (a: AiTurn, b: AiTurn) => b.id - a.id,
    merge: (_: AiTurn, turn: AiTurn) => turn,
    handlers: [on(aiTurnUpdated, ({ turn }) => ({ put: turn }))],
  }) satisfies ListRules<AiTurn> & { key: unknown; handlers: unknown }

export const foundAiChats = (chats: readonly AiChat[], text: string): readonly AiChat[] =>
  chats.filter(({ title }) => fits(needleOf(text), title))

/** The answer so far, extended by a line of the stream. */
export const answerWith = (answer: string, line: AiLine): string =>
  'more' in line ? answer + line.more : 'answer' in line ? line.answer : line.turn.answer
