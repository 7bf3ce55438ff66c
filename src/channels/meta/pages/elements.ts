/** Events of Messenger and Instagram, as Meta writes them. Pure. */
import * as v from 'valibot'

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
/** Later than any time in seconds, earlier than any in milliseconds. */
const SECONDS_END = 100_000_000_000
/** Milliseconds; Meta writes some times in seconds, and some as text. */
const Time = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number))]),
  v.minValue(0),
  v.maxValue(Number.MAX_SAFE_INTEGER),
  v.transform((time) => (time < SECONDS_END ? time * 1000 : time)),
)
/** Without those that are none, at most so many. */
const listOf = <S extends v.GenericSchema>(schema: S, most: number) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((all) => all.filter(isRecord).slice(0, most)),
    v.array(schema),
  )

const Button = v.object({ title: orNothing(Words) })
const Element = v.object({
  title: orNothing(Words),
  subtitle: orNothing(Words),
  buttons: orNothing(listOf(Button, MAX_ATTACHMENTS)),
})
const Elements = orNothing(listOf(Element, MAX_ATTACHMENTS))
const Payload = v.object({
  id: orNothing(Id),
  url: orNothing(word(LONGEST_URL)),
  title: orNothing(Words),
  sticker_id: orNothing(Id),
  coordinates: orNothing(v.object({ lat: v.number(), long: v.number() })),
  /** Of somebody's story that is passed on. */
  story_media_url: orNothing(word(LONGEST_URL)),
  template_type: orNothing(Words),
  text: orNothing(Words),
  buttons: orNothing(listOf(Button, MAX_ATTACHMENTS)),
  elements: Elements,
  /** Instagram's name of a template of elements, and those of the catalogue. */
  generic: orNothing(v.object({ elements: Elements })),
  product: orNothing(v.object({ elements: Elements })),
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
  /** The question of an ad that was tapped instead of writing. */
  text: orNothing(Words),
  /** Of the shop, about which the person asks. */
  product: orNothing(v.object({ id: orNothing(Id) })),
  ad_id: orNothing(Id),
  referer_uri: orNothing(word(LONGEST_URL)),
  ads_context_data: orNothing(v.object({ ad_title: orNothing(Words), post_id: orNothing(Id) })),
})
export type PageReferral = v.InferOutput<typeof Referral>

const Story = v.object({ id: orNothing(Id), url: orNothing(word(LONGEST_URL)) })
const Message = v.object({
  mid: Id,
  text: orNothing(Words),
  attachments: orNothing(listOf(Attachment, MAX_ATTACHMENTS)),
  quick_reply: orNothing(v.object({ payload: orNothing(Words) })),
  reply_to: orNothing(v.object({ mid: orNothing(Id), story: orNothing(Story) })),
  referral: orNothing(Referral),
  is_deleted: orNothing(v.boolean()),
  is_unsupported: orNothing(v.boolean()),
  is_echo: orNothing(v.boolean()),
  /** Of an echo: the app that sent it, and what it sent along. */
  app_id: orNothing(Id),
  metadata: orNothing(Words),
  ai_generated: orNothing(v.boolean()),
})
export type PageMessage = v.InferOutput<typeof Message>

/** One event. Exactly one of the optional fields is there; an event of another kind has none. */
export const PageElement = v.object({
  timestamp: orNothing(Time),
  message: v.optional(Message),
  postback: orNothing(
    v.object({
      mid: orNothing(Id),
      title: orNothing(Words),
      payload: orNothing(Words),
      referral: orNothing(Referral),
    }),
  ),
  reaction: orNothing(
    v.object({ mid: Id, action: orNothing(Words), reaction: orNothing(Words), emoji: orNothing(word(64)) }),
  ),
  message_edit: orNothing(v.object({ mid: Id, text: orNothing(Words), num_edit: orNothing(v.number()) })),
  delivery: orNothing(v.object({ mids: orNothing(v.array(Id)), watermark: orNothing(Time) })),
  /** Messenger gives a time up to which all is read, Instagram a message. */
  read: orNothing(v.object({ watermark: orNothing(Time), mid: orNothing(Id) })),
  referral: orNothing(Referral),
})
export type PageElement = v.InferOutput<typeof PageElement>
