/** Words that every messenger shares, for server and browser. */
import * as v from 'valibot'

export const ChannelKind = v.picklist(['whatsapp', 'facebook', 'instagram'])
export type ChannelKind = v.InferOutput<typeof ChannelKind>

/** The kinds we can send. `chat` is text. */
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
 * `note` is internal and never sent. From `poll` on, kinds can only be shown: the body is the message's own text, everything
 * else is in `MessageExtra`. `unsupported` is a kind we do not know.
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

/** How far our message has come: one of the values below. It never goes down. Messages of others have 0. */
export const Ack = v.number()
export const FAILED = 0
export const WAITING = 1
export const SENT = 2
export const DELIVERED = 3
export const READ = 4
export const PLAYED = 5
/** An edit is in flight; the message's own value is shown again when it has its answer. */
export const EDITING = 99

/** Why a file could not be fetched: gone from the messenger and the phone; not what was announced; too large. */
export const MediaFailure = v.picklist(['expired', 'corrupt', 'tooBig', 'unavailable'])
export type MediaFailure = v.InferOutput<typeof MediaFailure>

/** `available`: they have the messenger open. */
export const Presence = v.picklist(['composing', 'recording', 'paused', 'available', 'unavailable'])
export type Presence = v.InferOutput<typeof Presence>

/** As the sender's phone generated it: nobody here ever visits the address. */
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
  /** A live location: on the sender's phone it moves; here it is where it started. */
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
  /** How many options one person may choose; 0: any number. */
  choices: v.number(),
})
export type Poll = v.InferOutput<typeof Poll>

/** `token` follows an @ in the body and stands for this person. */
export const Mention = v.object({
  token: v.string(),
  name: v.string(),
  /** The company itself. */
  isUs: v.optional(v.boolean()),
})
export type Mention = v.InferOutput<typeof Mention>

/** What sent a message of ours; `name`: of the campaign, else empty. `bot` is every automatic message, a greeting too. */
export const MessageOrigin = v.object({ by: v.picklist(['campaign', 'bot', 'schedule']), name: v.string() })
export type MessageOrigin = v.InferOutput<typeof MessageOrigin>

/** What a message carries besides its text and file. Absent keys mean nothing; most messages have none. */
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
  /** Of a product or an order: its price, in thousandths of the currency's unit, and the number of items. */
  price: v.optional(
    v.object({ amount1000: v.nullable(v.number()), currency: v.nullable(v.string()), count: v.nullable(v.number()) }),
  ),
  /** `ringing`: its end is unknown. */
  call: v.optional(
    v.object({ isVideo: v.boolean(), outcome: v.picklist(['ringing', 'answered', 'missed', 'refused']) }),
  ),
  /** Labels of its buttons or list entries. */
  buttons: v.optional(v.array(v.string())),
  /** `often`: WhatsApp's "forwarded many times". */
  forwarded: v.optional(v.picklist(['once', 'often'])),
  /** How many times it was forwarded. */
  forwardingScore: v.optional(v.number()),
  /** Can be viewed once, on the phone only. */
  viewOnce: v.optional(v.boolean()),
  /** Phones delete it this many seconds after it was sent; 0: after an unknown time. */
  expiresIn: v.optional(v.number()),
  /** A GIF or a round video note: both play by themselves. */
  playback: v.optional(v.picklist(['gif', 'note'])),
  /** Pictures that were sent together share this id. */
  album: v.optional(v.string()),
  mentions: v.optional(v.array(Mention)),
  /** Everybody in the group is mentioned. */
  mentionsAll: v.optional(v.boolean()),
  /** The attendant named above the text, within the body itself, because that is what the other side reads and quotes. */
  signature: v.optional(v.string()),
  /** Of ours that no person wrote. */
  origin: v.optional(MessageOrigin),
  /** The messenger's own name of a kind we do not know. */
  unknown: v.optional(v.string()),
})
export type MessageExtra = v.InferOutput<typeof MessageExtra>
