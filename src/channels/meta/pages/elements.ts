/** Events of Messenger and Instagram, as Meta writes them. Pure. */
import * as v from 'valibot'

const MAX_ATTACHMENTS = 30
const LONGEST_ID = 400
const LONGEST_TEXT = 20_000
const LONGEST_URL = 4_000

/** What cannot be stored as it is counts as absent, so that the rest of the event is kept. */
const orNothing = <S extends v.GenericSchema>(schema: S) => v.optional(v.fallback(v.nullable(schema), null), null)
const word = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most))
/** Meta writes some ids as numbers. */
const Id = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.minLength(1), v.maxLength(LONGEST_ID))
const Words = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, LONGEST_TEXT)),
)
/** Milliseconds. */
const Time = v.pipe(v.number(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))

const Button = v.object({ title: orNothing(Words) })
const Payload = v.object({
  url: orNothing(word(LONGEST_URL)),
  title: orNothing(Words),
  sticker_id: orNothing(Id),
  coordinates: orNothing(v.object({ lat: v.number(), long: v.number() })),
  template_type: orNothing(Words),
  text: orNothing(Words),
  buttons: orNothing(v.array(Button)),
  elements: orNothing(
    v.array(v.object({ title: orNothing(Words), subtitle: orNothing(Words), buttons: orNothing(v.array(Button)) })),
  ),
})
const Attachment = v.object({
  type: orNothing(word(50)),
  title: orNothing(Words),
  url: orNothing(word(LONGEST_URL)),
  payload: orNothing(Payload),
})
export type Attachment = v.InferOutput<typeof Attachment>

/** What led the person here: an ad, a link, a code. */
const Referral = v.object({
  source: orNothing(Words),
  type: orNothing(Words),
  ref: orNothing(Words),
  ad_id: orNothing(Id),
  referer_uri: orNothing(word(LONGEST_URL)),
  ads_context_data: orNothing(v.object({ ad_title: orNothing(Words), post_id: orNothing(Id) })),
})
export type PageReferral = v.InferOutput<typeof Referral>

const Message = v.object({
  mid: Id,
  text: orNothing(Words),
  attachments: orNothing(
    v.pipe(
      v.array(Attachment),
      v.transform((all) => all.slice(0, MAX_ATTACHMENTS)),
    ),
  ),
  quick_reply: orNothing(v.object({ payload: orNothing(Words) })),
  reply_to: orNothing(v.object({ mid: orNothing(Id), story: orNothing(v.object({ id: orNothing(Id) })) })),
  referral: orNothing(Referral),
  is_deleted: orNothing(v.boolean()),
  is_unsupported: orNothing(v.boolean()),
  is_echo: orNothing(v.boolean()),
  /** Of an echo: the app that sent it, and what it sent along. */
  app_id: orNothing(Id),
  metadata: orNothing(Words),
})
export type PageMessage = v.InferOutput<typeof Message>

/** One event. Exactly one of the optional fields is there; an event of another kind has none. */
export const PageElement = v.object({
  sender: v.object({ id: Id }),
  recipient: v.object({ id: Id }),
  timestamp: Time,
  message: v.optional(Message),
  postback: v.optional(
    v.object({
      mid: orNothing(Id),
      title: orNothing(Words),
      payload: orNothing(Words),
      referral: orNothing(Referral),
    }),
  ),
  reaction: v.optional(
    v.object({ mid: Id, action: v.string(), reaction: orNothing(Words), emoji: orNothing(word(64)) }),
  ),
  message_edit: v.optional(v.object({ mid: Id, text: Words, num_edit: orNothing(v.number()) })),
  delivery: v.optional(v.object({ mids: orNothing(v.array(Id)), watermark: orNothing(Time) })),
  /** Messenger gives a time up to which all is read, Instagram a message. */
  read: v.optional(v.object({ watermark: orNothing(Time), mid: orNothing(Id) })),
  referral: v.optional(Referral),
})
export type PageElement = v.InferOutput<typeof PageElement>

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
