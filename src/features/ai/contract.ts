import * as v from 'valibot'
import { defineEvent } from '../../platform/events'
import { Id, text } from '../../platform/formats'

/** What to do with `prompt`. Without one, the prompt is a question of its own. */
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

/** Answer of `GET /openai`: the service that texts are sent to; null when none is configured. */
export const AiService = v.object({ service: v.nullable(v.object({ host: v.string(), model: v.string() })) })
export type AiService = v.InferOutput<typeof AiService>

/** Model name of the demo's stand-in. */
export const DEMO_MODEL = 'balcao-demo'

/** The service or model changed. */
export const aiChanged = defineEvent('ai.update', v.object({}))
