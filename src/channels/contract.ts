/** Words that every messenger shares, for server and browser. */
import * as v from 'valibot'

export const ChannelKind = v.picklist(['whatsapp', 'facebook', 'instagram'])
export type ChannelKind = v.InferOutput<typeof ChannelKind>

/** What a messenger takes from us. `chat` is text. */
export const SendableKind = v.picklist([
  'chat',
  'image',
  'video',
  'audio',
  'ptt',
  'document',
  'sticker',
  'location',
  'vcard',
])
export type SendableKind = v.InferOutput<typeof SendableKind>

/**
 * `note` is internal and never leaves. From `poll` on, screens can only tell of it: the body is its own
 * words, what else there is stands in `MessageExtra`. `unsupported` is what nobody has met yet.
 */
export const MessageKind = v.picklist([
  ...SendableKind.options,
  'note',
  'poll',
  'event',
  'invite',
  'product',
  'order',
  'viewOnce',
  'call',
  'unsupported',
])
export type MessageKind = v.InferOutput<typeof MessageKind>

/** 0 failed · 1 waiting · 2 sent · 3 delivered · 4 read · 5 played · 99 edit under way. Never goes down. */
export const Ack = v.number()

/** Why a file could not be fetched: the messenger and the phone have lost it; it is not what was announced; too large. */
export const MediaFailure = v.picklist(['expired', 'corrupt', 'tooBig', 'unavailable'])
export type MediaFailure = v.InferOutput<typeof MediaFailure>

/** `available`: they have the messenger open. */
export const Presence = v.picklist(['composing', 'recording', 'paused', 'available', 'unavailable'])
export type Presence = v.InferOutput<typeof Presence>

/** As the sender's phone drew it: nobody here ever visits the address. */
export const LinkPreview = v.object({
  url: v.string(),
  title: v.string(),
  description: v.string(),
  /** Tiny JPEG as a data URL. */
  thumbnail: v.nullable(v.string()),
})
export type LinkPreview = v.InferOutput<typeof LinkPreview>

export const Place = v.object({
  latitude: v.number(),
  longitude: v.number(),
  name: v.nullable(v.string()),
  address: v.nullable(v.string()),
  /** It moved for a while on the sender's phone; here it is where it began. */
  live: v.boolean(),
})
export type Place = v.InferOutput<typeof Place>

/** `account`: the number is one of this messenger's, by its digits. */
export const ContactCard = v.object({
  name: v.string(),
  numbers: v.array(v.object({ number: v.string(), account: v.nullable(v.string()) })),
})
export type ContactCard = v.InferOutput<typeof ContactCard>

export const Poll = v.object({
  question: v.string(),
  options: v.array(v.object({ name: v.string(), votes: v.number() })),
  /** How many options one person may choose; 0: as many as they like. */
  choices: v.number(),
})
export type Poll = v.InferOutput<typeof Poll>

/** `token` stands behind an @ in the body and means this person. */
export const Mention = v.object({
  token: v.string(),
  name: v.string(),
  /** The company itself. */
  isUs: v.optional(v.boolean()),
})
export type Mention = v.InferOutput<typeof Mention>

/** What a message carries besides its words and its file. Only what is there is named; most carry nothing. */
export const MessageExtra = v.object({
  preview: v.optional(LinkPreview),
  place: v.optional(Place),
  cards: v.optional(v.array(ContactCard)),
  poll: v.optional(Poll),
  /** Of an event: when it is, epoch milliseconds, and where. */
  event: v.optional(
    v.object({
      startsAt: v.nullable(v.number()),
      endsAt: v.nullable(v.number()),
      place: v.nullable(v.string()),
      isCanceled: v.boolean(),
    }),
  ),
  /** Of a product or an order: what it costs, in thousandths of the currency's unit; of how many things. */
  price: v.optional(
    v.object({ amount1000: v.nullable(v.number()), currency: v.nullable(v.string()), count: v.nullable(v.number()) }),
  ),
  /** `ringing`: how it ended is not known. */
  call: v.optional(
    v.object({ isVideo: v.boolean(), outcome: v.picklist(['ringing', 'answered', 'missed', 'refused']) }),
  ),
  /** What the reader could press: buttons, lines of a list. */
  buttons: v.optional(v.array(v.string())),
  /** `often`: through many hands already. */
  forwarded: v.optional(v.picklist(['once', 'often'])),
  /** Through how many hands. */
  forwardingScore: v.optional(v.number()),
  /** To be looked at once, on the phone. */
  viewOnce: v.optional(v.boolean()),
  /** Its phones forget it so many seconds after it was sent; 0: they do, and do not say when. */
  expiresIn: v.optional(v.number()),
  /** A moving picture without sound, or a video note: they play by themselves. */
  playback: v.optional(v.picklist(['gif', 'note'])),
  /** Pictures sent together bear the same. */
  album: v.optional(v.string()),
  mentions: v.optional(v.array(Mention)),
  /** Everybody in the group is meant. */
  mentionsAll: v.optional(v.boolean()),
  /** Who of us is named above the words, in the body itself: it is what the other side reads and quotes. */
  signature: v.optional(v.string()),
  /** The messenger's own name of a kind that nobody here has met. */
  unknown: v.optional(v.string()),
})
export type MessageExtra = v.InferOutput<typeof MessageExtra>
