/** Messages in the wire format: shapes, limits and events. */
import * as v from 'valibot'
import {
  Ack,
  ChannelKind,
  MediaFailure,
  MessageExtra,
  MessageKind,
  MessageOrigin,
  Presence,
} from '../../channels/contract'
import { defineEvent, type Subject } from '../../platform/events'
import { FileAddress, Id, Instant, list, text } from '../../platform/formats'
import { messageNo, TicketStep, TicketSummary, ticketNo, wordsIn, wordsOf } from '../contract'

/** `missing`: not downloaded; `failed`: the download gave up, and can be requested again. */
export const MediaState = v.picklist(['ready', 'missing', 'failed'])

export const MessageMedia = v.object({
  name: v.nullable(v.string()),
  mimetype: v.string(),
  size: v.nullable(v.number()),
  seconds: v.nullable(v.number()),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  /** 64 levels of a voice note, from 0 to 100. */
  waveform: v.nullable(v.array(v.number())),
  /** A tiny JPEG as a data URL, shown while the file loads. */
  thumbnail: v.nullable(v.string()),
  /** Pages of a document, if the messenger reports them. */
  pages: v.optional(v.nullable(v.number())),
  state: MediaState,
  /** The reason if `failed`. */
  failure: v.optional(MediaFailure),
})
export type MessageMedia = v.InferOutput<typeof MessageMedia>

/** `fromMe`: by the company; `author` is then the attendant, or null if given on the company's phone. */
export const Reaction = v.object({
  emoji: v.string(),
  fromMe: v.boolean(),
  author: v.nullable(v.string()),
  /** How many more authors of the same emoji are not listed. */
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
  /** The author of our message, if it is no person. */
  origin: v.optional(MessageOrigin),
  isDeleted: v.boolean(),
})

/** Never contains the text of a deleted message; see `DeletedMessage`. */
export const Message = v.object({
  id: Id,
  /** Null for messages typed on the phone to somebody without a ticket. */
  ticketId: v.nullable(Id),
  contactId: Id,
  /** The connection it was sent or received over; actions on it use the same one. */
  whatsappId: Id,
  /**
   * The connection has since been linked to another number: the message can no longer be changed on the contact's
   * phone.
   */
  isOfFormerNumber: v.optional(v.boolean()),
  body: v.string(),
  fromMe: v.boolean(),
  mediaType: MessageKind,
  /** URL of the file, below /api; null without one. */
  mediaUrl: v.nullable(v.string()),
  media: v.nullable(MessageMedia),
  isDeleted: v.boolean(),
  isEdited: v.boolean(),
  /** Oldest first. */
  oldMessages: v.array(OldMessage),
  reactions: v.array(Reaction),
  /** Our latest action that was refused and undone; `reason` is a key like `failure`. */
  refused: v.nullable(v.object({ act: v.picklist(['edit', 'revoke', 'react']), reason: v.string() })),
  /** Increases with every action on the message: the higher revision is the newer version. */
  revision: v.number(),
  ack: Ack,
  /** Why it failed, as a key under `messages.failure`; null if it did not. */
  failure: v.nullable(v.string()),
  quotedMsg: v.nullable(QuotedMessage),
  /** The contact, or the group member who wrote it. */
  contact: v.nullable(v.object({ name: v.string() })),
  /** The attendant who wrote it; null if typed on the company's phone or written by the bot. */
  user: v.nullable(v.object({ id: Id, name: v.string() })),
  /** Chosen by the client, so that a screen recognises the message it showed before the server's response. */
  clientId: v.nullable(v.string()),
  /** Null for most messages. */
  extra: v.nullable(MessageExtra),
  /** Only with a link preview: the specification's names for `extra.preview`. */
  subtype: v.optional(v.literal('url')),
  matchedText: v.optional(v.string()),
  title: v.optional(v.string()),
  description: v.optional(v.string()),
  /** The tokens of `extra.mentions`. */
  mentionedJid: v.optional(v.array(v.string())),
  createdAt: Instant,
})
export type Message = v.InferOutput<typeof Message>

/**
 * The first page is the newest; messages within a page are oldest first. Continues into the contact's earlier tickets.
 */
export const MessagePage = v.object({
  messages: v.array(Message),
  hasMore: v.boolean(),
  /** The tickets on this page, for the boundaries between them. */
  tickets: v.array(
    v.object({
      id: Id,
      createdAt: Instant,
      closedAt: v.nullable(Instant),
      userName: v.nullable(v.string()),
      steps: v.array(TicketStep),
      queueName: v.nullable(v.string()),
      /** The connection over which it went. */
      whatsapp: v.object({ id: Id, name: v.string(), channel: ChannelKind }),
    }),
  ),
})
export type MessagePage = v.InferOutput<typeof MessagePage>

/** Matches of a search in a conversation, newest first; `hasMore` if it stopped before the beginning. */
export const MessageSearch = v.object({
  messages: v.array(v.object({ id: Id, createdAt: Instant })),
  hasMore: v.boolean(),
})
export type MessageSearch = v.InferOutput<typeof MessageSearch>

/** Tabs of a gallery. `files` includes audio files, `links` holds texts with a URL. */
export const shelves = ['media', 'files', 'links'] as const
export type Shelf = (typeof shelves)[number]

/** Newest first, over all tickets of the contact that the user may read. */
export const GalleryPage = v.object({
  messages: v.array(Message),
  hasMore: v.boolean(),
  /** The cursor for `after`; null at the end. */
  next: v.nullable(v.string()),
})
export type GalleryPage = v.InferOutput<typeof GalleryPage>

/** Receipts of our message per group member, including members without one. In single chats `ack` is enough. */
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

/** The text of a deleted message, for users who may see it. */
export const DeletedMessage = v.object({
  id: Id,
  body: v.string(),
  mediaType: MessageKind,
  mediaUrl: v.nullable(v.string()),
  media: v.nullable(MessageMedia),
  oldMessages: v.array(OldMessage),
})
export type DeletedMessage = v.InferOutput<typeof DeletedMessage>

/** How long a message can be edited after it was written, in milliseconds. */
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

/** The most variables in a template's body. */
const MOST_VARIABLES = 100
const TemplateValue = text(2048)

/**
 * A template, and a value for each of its variables: in the order of their numbers, or in which their names first appear.
 * Our own variables in a value are filled in.
 */
export const WantedTemplate = v.object({
  name: text(512),
  /** Such as `pt_BR`. */
  language: text(20),
  variables: v.optional(
    v.object({
      /** Of a file, its public https address; absent if the file comes with the message. */
      header: v.optional(TemplateValue),
      body: v.optional(list(TemplateValue, { most: MOST_VARIABLES })),
      /** Of the buttons that need one. */
      buttons: v.optional(list(TemplateValue, { most: 10 })),
    }),
  ),
})
export type WantedTemplate = v.InferOutput<typeof WantedTemplate>

/**
 * JSON body of `POST /messages/{ticketId}`. `clientId` makes repeated requests idempotent. `contacts` (cards of our
 * contacts) and `location` are separate messages: `body` is not sent with them.
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
  /** Users whose `@name` is in a note; ignored in a message. */
  mentionedUsers: v.optional(list(Id, { most: MENTIONS_LIMIT })),
  /** Puts the sender's name above the text, if the company allows it (`sendSignMessage`). */
  sign: v.optional(v.boolean()),
  /** Group members (their `id` among its participants) whose `@token` is in `body`. */
  mentionedContacts: v.optional(list(Id, { most: MENTIONS_LIMIT })),
  /** Mentions everybody in the group. */
  mentionsAll: v.optional(v.boolean()),
  /** Public https address of a file, sent with `body` as its caption. Files of your own are sent as a form. */
  mediaUrl: v.optional(v.nullable(v.union([v.literal(''), FileAddress], 'form.fileAsForm'))),
  /** Sent in place of `body`; the official WhatsApp takes one at any time. */
  template: v.optional(WantedTemplate),
  /** Nobody writes in the contact's name. The specification's `read` and `sendQuickMessage` are ignored. */
  fromMe: v.optional(v.union([v.literal(true), v.literal(1)], 'form.onlyOwn')),
})
export type SendMessage = v.InferOutput<typeof SendMessage>

const lineOf = (signature: string) => `*${signature}:*\n`

/** Puts the author's name above a text, once; an empty text is not signed. */
export const signed = (body: string, signature: string | null | undefined): string =>
  body === '' || !signature ? body : `${lineOf(signature)}${unsigned(body, signature)}`

/** The text without the signature. */
export const unsigned = (body: string, signature: string | null | undefined): string =>
  signature && body.startsWith(lineOf(signature)) ? body.slice(lineOf(signature).length) : body

/** Body of `POST /messages/registerComment/{ticketId}`: an internal note. */
export const RegisterComment = v.object({ body: Body, clientId: v.optional(ClientId) })

/** A user that a note can mention. */
export const Colleague = v.object({ id: Id, name: v.string() })
export type Colleague = v.InferOutput<typeof Colleague>

/** Response of `GET /messages-allMe`. */
export const MessageCount = v.object({ count: v.number() })

/** Body of `POST /messages/edit/{messageId}`. A signature is kept, whether or not the body repeats it. */
export const EditMessage = v.object({ body: Body })
export type EditMessage = v.InferOutput<typeof EditMessage>

/** One emoji; empty removes one's own. */
export const OwnReaction = v.union([
  v.literal(''),
  v.pipe(
    text(64, 'form.emoji.invalid'),
    v.regex(/^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$/v, 'form.emoji.invalid'),
  ),
])

/** Body of `POST /messages/reactMessage`. */
export const ReactMessage = v.object({
  messageId: Id,
  ticketId: Id,
  reaction: OwnReaction,
})
export type ReactMessage = v.InferOutput<typeof ReactMessage>

/** The most messages per request. */
export const FORWARDED_AT_ONCE = 20

/**
 * Body of `POST /messages/forward`: messages of the conversation of `ticketId`, to contacts. `clientId` makes repeated
 * requests idempotent.
 */
export const ForwardMessages = v.object({
  ticketId: Id,
  /** All copies are written in one transaction: more would block the event loop for too long. */
  messageIds: list(Id, { least: 1, most: FORWARDED_AT_ONCE }),
  contacts: list(Id, { least: 1, most: 1000 }),
  /** The connection for some of the contacts; by default that of an active ticket, else that of the messages. */
  over: v.optional(list(v.object({ contactId: Id, whatsappId: Id }), { most: FORWARD_LIMIT })),
  clientId: v.optional(v.pipe(text(40), v.minLength(8))),
})
export type ForwardMessages = v.InferOutput<typeof ForwardMessages>

/** A channel's refusal; its words are `channels.lacks.<lacks>`. */
const ShownLack = v.object({
  channel: ChannelKind,
  lacks: v.string(),
  limit: v.optional(v.number()),
  types: v.array(v.string()),
})

/** A connection over which messages may be forwarded to a contact. */
export const ForwardWay = v.object({
  whatsapp: v.object({ id: Id, name: v.string(), channel: ChannelKind }),
  /** As in `Door`. */
  address: v.nullable(v.string()),
  /**
   * Why they cannot go there; null: they can. `template`: the reply window is over, and only a template reaches the
   * contact; `closed`: nothing does before they write; `held`: a colleague attends to them there; `unknown`: they have no
   * address there; `lacks`: the channel does not take one of the messages.
   */
  obstacle: v.nullable(v.picklist(['template', 'closed', 'held', 'unknown', 'lacks'])),
  lack: v.nullable(ShownLack),
})
export type ForwardWay = v.InferOutput<typeof ForwardWay>

/** The new messages per contact, each in the order of the original conversation. */
export const ForwardResult = v.object({ messages: v.array(Message) })
export type ForwardResult = v.InferOutput<typeof ForwardResult>

/** The message, the one it quotes, and its ticket. */
const aboutMessage = ({ message }: { message: Message }): Subject[] => [
  ...wordsOf(message),
  ...wordsOf(message.quotedMsg),
  ...(message.ticketId === null ? [] : [ticketNo(message.ticketId)]),
]

/** Carries the ticket, too: one frame updates both the conversation and the list. */
export const messageCreated = defineEvent('appMessage.create', v.object({ message: Message, ticket: TicketSummary }), {
  about: ({ message, ticket }) => [...aboutMessage({ message }), ...wordsIn(ticket)],
})
/** After a deletion, earlier events with the message's text must not be replayed. */
export const messageUpdated = defineEvent('appMessage.update', v.object({ message: Message }), {
  about: aboutMessage,
  takesBack: ({ message: { id, isDeleted } }) => (isDeleted ? messageNo(id) : null),
})
/** Only the delivery status changed: a small event, because it is frequent. */
export const messageAcked = defineEvent(
  'appMessage.update.ack',
  v.object({ message: v.object({ id: Id, ticketId: Id, ack: Ack, failure: v.nullable(v.string()) }) }),
  { about: ({ message }) => [ticketNo(message.ticketId)] },
)
/** Our message in a group: how many recipients have it, and how many there are. */
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
