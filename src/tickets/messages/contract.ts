/** What the browser may know about messages: shapes, limits and events. */
import * as v from 'valibot'
import { Ack, MediaFailure, MessageExtra, MessageKind, MessageOrigin, Presence } from '../../channels/contract'
import { defineEvent, type Subject } from '../../platform/events'
import { Id, Instant, list, text } from '../../platform/formats'
import { messageNo, TicketStep, TicketSummary, ticketNo, wordsOf } from '../contract'

/** `missing` while not downloaded, `failed` when the download gave up and may be asked for again. */
export const MediaState = v.picklist(['ready', 'missing', 'failed'])

export const MessageMedia = v.object({
  name: v.nullable(v.string()),
  mimetype: v.string(),
  size: v.nullable(v.number()),
  seconds: v.nullable(v.number()),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  /** 64 levels 0..100 of a voice note. */
  waveform: v.nullable(v.array(v.number())),
  /** Tiny JPEG as a data URL, to stand in while the file loads. */
  thumbnail: v.nullable(v.string()),
  /** Of a document, where the messenger tells it. */
  pages: v.optional(v.nullable(v.number())),
  state: MediaState,
  /** The reason when `failed`. */
  failure: v.optional(MediaFailure),
})
export type MessageMedia = v.InferOutput<typeof MessageMedia>

/** `fromMe`: by the company; `author` is then the attendant, null when given on the company's phone. */
export const Reaction = v.object({
  emoji: v.string(),
  fromMe: v.boolean(),
  author: v.nullable(v.string()),
  /** How many more gave the same and are not named. */
  more: v.optional(v.number()),
})
export type Reaction = v.InferOutput<typeof Reaction>

/** An earlier text of an edited message, and since when it was shown. */
export const OldMessage = v.object({ body: v.string(), at: Instant })
export type OldMessage = v.InferOutput<typeof OldMessage>

export const QuotedMessage = v.object({
  id: v.nullable(Id),
  body: v.string(),
  fromMe: v.boolean(),
  mediaType: MessageKind,
  author: v.nullable(v.string()),
  /** Of ours that no person wrote. */
  origin: v.optional(MessageOrigin),
  isDeleted: v.boolean(),
})

/** Never contains the text of a deleted message: see `DeletedMessage`. */
export const Message = v.object({
  id: Id,
  /** Null for messages typed on the phone to somebody without a ticket. */
  ticketId: v.nullable(Id),
  contactId: Id,
  /** The connection it went over: actions on it go over the same one. */
  whatsappId: Id,
  /** The connection is linked to another number since: nothing can be done to the message on the contact's phone. */
  isOfFormerNumber: v.optional(v.boolean()),
  body: v.string(),
  fromMe: v.boolean(),
  mediaType: MessageKind,
  /** Address of the file under /api, or null. */
  mediaUrl: v.nullable(v.string()),
  media: v.nullable(MessageMedia),
  isDeleted: v.boolean(),
  isEdited: v.boolean(),
  /** Oldest first. */
  oldMessages: v.array(OldMessage),
  reactions: v.array(Reaction),
  /** Our latest action that was refused and undone; `reason` as in `failure`. */
  refused: v.nullable(v.object({ act: v.picklist(['edit', 'revoke', 'react']), reason: v.string() })),
  /** Rises with every action on the message: of two versions the higher is the later. */
  revision: v.number(),
  ack: Ack,
  /** Why it failed, as a translation key under `messages.failure`, or null. */
  failure: v.nullable(v.string()),
  quotedMsg: v.nullable(QuotedMessage),
  /** Name of the contact, or of the group member who wrote. */
  contact: v.nullable(v.object({ name: v.string() })),
  /** The attendant who wrote it; null when typed on the company's phone or written by the bot. */
  user: v.nullable(v.object({ id: Id, name: v.string() })),
  /** Chosen by the client, so that a screen recognises the message it showed before the server answered. */
  clientId: v.nullable(v.string()),
  /** Null for most messages. */
  extra: v.nullable(MessageExtra),
  /** Only with a link preview: the specification's names for the contents of `extra.preview`. */
  subtype: v.optional(v.literal('url')),
  matchedText: v.optional(v.string()),
  title: v.optional(v.string()),
  description: v.optional(v.string()),
  /** The tokens of `extra.mentions`. */
  mentionedJid: v.optional(v.array(v.string())),
  createdAt: Instant,
})
export type Message = v.InferOutput<typeof Message>

/** The first page is the newest; each page is in reading order (oldest first). Reaches back over the contact's earlier tickets. */
export const MessagePage = v.object({
  messages: v.array(Message),
  hasMore: v.boolean(),
  /** The tickets the page touches, for the boundaries between them. */
  tickets: v.array(
    v.object({
      id: Id,
      createdAt: Instant,
      closedAt: v.nullable(Instant),
      userName: v.nullable(v.string()),
      steps: v.array(TicketStep),
      queueName: v.nullable(v.string()),
    }),
  ),
})
export type MessagePage = v.InferOutput<typeof MessagePage>

/** Matches of a search in a conversation, newest first; `hasMore` when it stopped before the beginning. */
export const MessageSearch = v.object({
  messages: v.array(v.object({ id: Id, createdAt: Instant })),
  hasMore: v.boolean(),
})
export type MessageSearch = v.InferOutput<typeof MessageSearch>

/** What a gallery keeps apart. `files` holds audio files too, `links` texts with an address in them. */
export const shelves = ['media', 'files', 'links'] as const
export type Shelf = (typeof shelves)[number]

/** Newest first, over all tickets of the contact that the person may read. */
export const GalleryPage = v.object({
  messages: v.array(Message),
  hasMore: v.boolean(),
  /** For `after`; null at the end. */
  next: v.nullable(v.string()),
})
export type GalleryPage = v.InferOutput<typeof GalleryPage>

/** The receipts of our message per group member, including those who do not have it yet. In single chats `ack` says it all. */
export const MessageReceipts = v.object({
  ack: Ack,
  participants: v.array(
    v.object({
      id: Id,
      contactId: v.nullable(Id),
      name: v.string(),
      number: v.nullable(v.string()),
      profilePicUrl: v.nullable(v.string()),
      deliveredAt: v.nullable(Instant),
      readAt: v.nullable(Instant),
      playedAt: v.nullable(Instant),
    }),
  ),
})
export type MessageReceipts = v.InferOutput<typeof MessageReceipts>

/** The text of a deleted message, for those who may see it. */
export const DeletedMessage = v.object({
  id: Id,
  body: v.string(),
  mediaType: MessageKind,
  mediaUrl: v.nullable(v.string()),
  media: v.nullable(MessageMedia),
  oldMessages: v.array(OldMessage),
})
export type DeletedMessage = v.InferOutput<typeof DeletedMessage>

/** How long after it was written a message may be edited, in milliseconds. */
export const EDIT_WINDOW = 120_000
export const MESSAGE_LENGTH = 65_536
export const MEDIA_LIMIT = 16_000_000
export const DOCUMENT_LIMIT = 100 * 1024 * 1024

/** Larger stickers are sent as files. */
export const STICKER_LIMIT = 1024 * 1024
export const FORWARD_LIMIT = 10
export const CARDS_LIMIT = 20
export const MENTIONS_LIMIT = 100

const Body = text(MESSAGE_LENGTH)
const ClientId = v.pipe(text(64), v.minLength(8))

/**
 * JSON body of `POST /messages/{ticketId}`. `clientId` makes a repeated request store one message. `contacts` (cards of
 * our contacts) and `location` are messages of their own: `body` does not go with them.
 */
export const SendMessage = v.object({
  body: v.optional(Body),
  clientId: v.optional(ClientId),
  contacts: v.optional(list(Id, { least: 1, most: CARDS_LIMIT })),
  location: v.optional(
    v.object({
      latitude: v.pipe(v.number(), v.minValue(-90, 'form.invalid'), v.maxValue(90, 'form.invalid')),
      longitude: v.pipe(v.number(), v.minValue(-180, 'form.invalid'), v.maxValue(180, 'form.invalid')),
      name: v.optional(text(200)),
      address: v.optional(text(500)),
    }),
  ),
  quotedMsg: v.optional(v.nullable(v.object({ id: Id }))),
  /** An internal note: stored, shown, never sent. */
  isNote: v.optional(v.boolean()),
  /** Puts the sender's name above the text, if the company allows it (`sendSignMessage`). */
  sign: v.optional(v.boolean()),
  /** Members of the group (their `id` among its participants) whose `@token` stands in `body`. */
  mentionedContacts: v.optional(list(Id, { most: MENTIONS_LIMIT })),
  /** Everybody in the group is mentioned. */
  mentionsAll: v.optional(v.boolean()),
  /** A file comes as a form, and nobody writes in the contact's name. The specification's `read` and `sendQuickMessage` change nothing. */
  mediaUrl: v.optional(v.nullable(v.literal('', 'form.fileAsForm'))),
  fromMe: v.optional(v.union([v.literal(true), v.literal(1)], 'form.onlyOwn')),
})
export type SendMessage = v.InferOutput<typeof SendMessage>

const lineOf = (signature: string) => `*${signature}:*\n`

/** A text with its author's name above it, once; an empty text is not signed. */
export const signed = (body: string, signature: string | null | undefined): string =>
  body === '' || !signature ? body : `${lineOf(signature)}${unsigned(body, signature)}`

/** The text without the signature. */
export const unsigned = (body: string, signature: string | null | undefined): string =>
  signature && body.startsWith(lineOf(signature)) ? body.slice(lineOf(signature).length) : body

/** Body of `POST /messages/registerComment/{ticketId}`: an internal note. */
export const RegisterComment = v.object({ body: Body, clientId: v.optional(ClientId) })

/** Answer of `GET /messages-allMe`. */
export const MessageCount = v.object({ count: v.number() })

/** Body of `POST /messages/edit/{messageId}`. A signature stays, whether the body repeats it or not. */
export const EditMessage = v.object({ body: Body })
export type EditMessage = v.InferOutput<typeof EditMessage>

/** Body of `POST /messages/reactMessage`. An empty reaction takes ours back. */
export const ReactMessage = v.object({
  messageId: Id,
  ticketId: Id,
  reaction: v.union([
    v.literal(''),
    v.pipe(
      text(64, 'form.emoji.invalid'),
      v.regex(/^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$/v, 'form.emoji.invalid'),
    ),
  ]),
})
export type ReactMessage = v.InferOutput<typeof ReactMessage>

/** Most messages per forward. */
export const FORWARDED_AT_ONCE = 20

/**
 * Body of `POST /messages/forward`: messages of the conversation of `ticketId`, to contacts. `clientId` makes a repeated
 * request forward once.
 */
export const ForwardMessages = v.object({
  ticketId: Id,
  /** Each of them to each contact is written in one go: more would keep everybody else waiting. */
  messageIds: list(Id, { least: 1, most: FORWARDED_AT_ONCE }),
  contacts: list(Id, { least: 1, most: 1000 }),
  clientId: v.optional(v.pipe(text(40), v.minLength(8))),
})
export type ForwardMessages = v.InferOutput<typeof ForwardMessages>

/** The new messages, contact by contact, each in the order of the conversation they come from. */
export const Forwarded = v.object({ messages: v.array(Message) })
export type Forwarded = v.InferOutput<typeof Forwarded>

/** A message and what it quotes, and the ticket it stands in. */
const aboutMessage = ({ message }: { message: Message }): Subject[] => [
  ...wordsOf(message),
  ...wordsOf(message.quotedMsg),
  ...(message.ticketId === null ? [] : [ticketNo(message.ticketId)]),
]

/** Carries the ticket too: one frame updates both the conversation and the list. */
export const messageCreated = defineEvent('appMessage.create', v.object({ message: Message, ticket: TicketSummary }), {
  about: aboutMessage,
})
/** After a deletion, earlier events with the message's text may not be repeated. */
export const messageUpdated = defineEvent('appMessage.update', v.object({ message: Message }), {
  about: aboutMessage,
  takesBack: ({ message: { id, isDeleted } }) => (isDeleted ? messageNo(id) : null),
})
/** A tick moved, and nothing else: small, because they come often. */
export const messageAcked = defineEvent(
  'appMessage.update.ack',
  v.object({ message: v.object({ id: Id, ticketId: Id, ack: Ack, failure: v.nullable(v.string()) }) }),
  { about: ({ message }) => [ticketNo(message.ticketId)] },
)
/** Our message in a group: how many of its recipients have it so far, and how many there are. */
export const messageReceipts = defineEvent(
  'appMessage.receipts',
  v.object({
    /** Null: the message belongs to no ticket. */
    ticketId: v.nullable(Id),
    messageId: Id,
    of: v.number(),
    delivered: v.number(),
    read: v.number(),
    played: v.number(),
  }),
  { about: ({ ticketId }) => (ticketId === null ? [] : [ticketNo(ticketId)]) },
)
/** The contact is typing or recording, has stopped (`paused`), or has opened or left the messenger. */
export const contactTyping = defineEvent('presence.update', v.object({ ticketId: Id, state: Presence }))
