/** Asking a language model, as the browser knows it. */
import * as v from 'valibot'
import { defineEvent } from '../../platform/events'
import { Id, text } from '../../platform/formats'

/** What is to be done with `prompt`; without one it is a question of its own. */
export const aiActs = ['improve', 'shorten', 'formal', 'translate', 'suggest'] as const
export const AiAct = v.picklist(aiActs, 'form.invalid')
export type AiAct = v.InferOutput<typeof AiAct>

export const AiLanguage = v.picklist(['pt-BR', 'en', 'es', 'tr'], 'form.invalid')
export type AiLanguage = v.InferOutput<typeof AiLanguage>

export const PROMPT_LENGTH = 8000
/** A longer answer is taken for rubbish. */
export const ANSWER_LENGTH = 16_000
/** Of a conversation, for `suggest`. */
export const MOST_SHARED = 20

/** Body of `POST /openai`. */
export const AskAi = v.object({
  /** The text being written; for `suggest` it may be empty. */
  prompt: text(PROMPT_LENGTH),
  act: v.optional(AiAct),
  /** Into which it is translated. */
  language: v.optional(AiLanguage),
  /** The conversation whose last messages leave with it: with `suggest` alone. */
  ticketId: v.optional(Id),
})
export type AskAi = v.InferOutput<typeof AskAi>

export const AiAnswer = v.object({ answer: v.string() })
export type AiAnswer = v.InferOutput<typeof AiAnswer>

/** Answer of `GET /openai`: where texts go, or null where nothing is configured. */
export const AiService = v.object({ service: v.nullable(v.object({ host: v.string(), model: v.string() })) })
export type AiService = v.InferOutput<typeof AiService>

/** The model of the demo's stand-in, which is none. */
export const DEMO_MODEL = 'balcao-demo'

/** Where texts go has changed. */
export const aiChanged = defineEvent('ai.update', v.object({}))
