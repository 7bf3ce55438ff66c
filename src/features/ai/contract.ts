import * as v from 'valibot'
import { defineEvent, type Subject } from '../../platform/events'
import { Id, Instant, text } from '../../platform/formats'

/** What to do with `prompt`. Without one, the prompt is a plain question. */
export const aiActs = ['improve', 'shorten', 'formal', 'translate', 'suggest'] as const
export const AiAct = v.picklist(aiActs, 'form.invalid')
export type AiAct = v.InferOutput<typeof AiAct>

export const AiLanguage = v.picklist(['pt-BR', 'en', 'es', 'tr'], 'form.invalid')
export type AiLanguage = v.InferOutput<typeof AiLanguage>

export const PROMPT_LENGTH = 8000
/** Longer answers are rejected. */
export const ANSWER_LENGTH = 16_000
/** Messages of a conversation sent to the model, for `suggest`. */
export const MOST_SHARED = 20

/** Body of `POST /openai`. */
export const AskAi = v.object({
  /** The text being written; may be empty for `suggest`. */
  prompt: text(PROMPT_LENGTH),
  act: v.optional(AiAct),
  /** Target language of `translate`. */
  language: v.optional(AiLanguage),
  /** Only for `suggest`: the conversation whose latest messages are sent to the model. */
  ticketId: v.optional(Id),
})
export type AskAi = v.InferOutput<typeof AskAi>

export const AiAnswer = v.object({ answer: v.string() })
export type AiAnswer = v.InferOutput<typeof AiAnswer>

/** Conversations per user. */
export const MOST_AI_CHATS = 300
/** Questions per conversation. */
export const MOST_AI_TURNS = 200
export const AI_TITLE_LENGTH = 80
export const AI_TURN_PAGE = 20

/** A conversation with the assistant. Only its owner sees it, not even admins do. */
export const AiChat = v.object({
  id: Id,
  /** At first the beginning of the first question. */
  title: v.string(),
  createdAt: Instant,
  /** Time of the last question. */
  updatedAt: Instant,
})
export type AiChat = v.InferOutput<typeof AiChat>

/**
 * How an answer ended. `stopped`: the user stopped it or left; `long`: the model or the length limit cut it;
 * `failed`: the service failed, with the reason in `error`; `interrupted`: the server stopped.
 */
export const aiOutcomes = ['writing', 'done', 'stopped', 'long', 'failed', 'interrupted'] as const
export const AiOutcome = v.picklist(aiOutcomes)
export type AiOutcome = v.InferOutput<typeof AiOutcome>

/** A question and its answer so far. */
export const AiTurn = v.object({
  id: Id,
  chatId: Id,
  prompt: v.string(),
  answer: v.string(),
  outcome: AiOutcome,
  /** Code of the error, if the outcome is `failed`. */
  error: v.nullable(v.string()),
  createdAt: Instant,
})
export type AiTurn = v.InferOutput<typeof AiTurn>

/** In reading order; the first page is the newest. */
export const AiTurnPage = v.object({ chat: AiChat, turns: v.array(AiTurn), hasMore: v.boolean() })

/** Body of `POST /openai/chats` and `POST /openai/chats/:id/turns`. */
export const AskAiChat = v.object({
  prompt: v.pipe(text(PROMPT_LENGTH), v.trim(), v.minLength(1, 'form.required')),
})
export type AskAiChat = v.InferOutput<typeof AskAiChat>

export const RenameAiChat = v.object({
  title: v.pipe(
    text(200, 'form.name.long'),
    v.trim(),
    v.minLength(1, 'form.required'),
    v.maxLength(AI_TITLE_LENGTH, 'form.name.long'),
    v.regex(/^\P{Cc}*$/u, 'form.invalid'),
  ),
})
export type RenameAiChat = v.InferOutput<typeof RenameAiChat>

/**
 * One line of a streamed answer. The first and the last have the turn; those between have the text that follows, or the
 * whole answer so far where it does not continue the earlier one.
 */
export type AiLine =
  | {
      readonly chat: AiChat
      readonly turn: AiTurn
      /** Error code if a repeated question got no answer, so that the earlier answer stays. */
      readonly lost?: string
    }
  | { readonly more: string }
  | { readonly answer: string }

const aiChatNo = (id: number): Subject => `aiChat ${id}`

/** Created, renamed, or with another question. Sent only to its owner, like all of these events. */
export const aiChatUpdated = defineEvent('aiChat.update', v.object({ chat: AiChat }), {
  about: ({ chat }) => [aiChatNo(chat.id)],
})
export const aiChatDeleted = defineEvent('aiChat.delete', v.object({ chatId: Id }), {
  takesBack: ({ chatId }) => aiChatNo(chatId),
})
/** A question was asked, or its answer has ended. */
export const aiTurnUpdated = defineEvent('aiTurn.update', v.object({ turn: AiTurn }), {
  about: ({ turn }) => [aiChatNo(turn.chatId)],
})

/** Answer of `GET /openai`: the service that texts are sent to; null when none is configured. */
export const AiService = v.object({ service: v.nullable(v.object({ host: v.string(), model: v.string() })) })
export type AiService = v.InferOutput<typeof AiService>

/** Model name of the demo's stand-in. */
export const DEMO_MODEL = 'balcao-demo'

/** The service or model changed. */
export const aiChanged = defineEvent('ai.update', v.object({}))
