/** What the browser may know about tickets: shapes, limits and events. */
import * as v from 'valibot'
import { ChannelKind, MessageOrigin } from '../channels/contract'
import { SendingBlock } from '../contacts/groups/contract'
import { defineEvent, type Subject } from '../platform/events'
import { Id, Instant, list, text } from '../platform/formats'

export const TicketStatus = v.picklist(['pending', 'open', 'closed'])
export type TicketStatus = v.InferOutput<typeof TicketStatus>

/** The last message, as a row of the list shows it. */
export const LastMessage = v.object({
  id: Id,
  body: v.string(),
  fromMe: v.boolean(),
  ack: v.number(),
  /** Message kind (`chat`, `image`, `audio`, …): picks icon and word. */
  mediaType: v.string(),
  /** The attendant or group member who wrote it; null for the contact itself. */
  author: v.nullable(v.string()),
  /** What sent it, where no person did. */
  origin: v.nullable(MessageOrigin),
  /** Deleted for everyone: `body` is empty. */
  isDeleted: v.boolean(),
})
export type LastMessage = v.InferOutput<typeof LastMessage>

/** What a ticket's summary has without the fields of modules. */
export const TicketCore = v.object({
  id: Id,
  uuid: v.string(),
  /** The protocol number, which texts to the contact name. */
  code: v.string(),
  status: TicketStatus,
  isGroup: v.boolean(),
  isBot: v.boolean(),
  channel: ChannelKind,
  queueId: v.nullable(Id),
  queue: v.nullable(v.object({ id: Id, name: v.string(), color: v.string() })),
  userId: v.nullable(Id),
  user: v.nullable(v.object({ id: Id, name: v.string() })),
  contactId: Id,
  contact: v.object({
    id: Id,
    name: v.string(),
    number: v.nullable(v.string()),
    username: v.nullable(v.string()),
    profilePicUrl: v.nullable(v.string()),
  }),
  whatsappId: Id,
  /** `farewellMessage`: what is sent at the end unless the attendant or the queue has an own; the connection's `complationMessage`. */
  whatsapp: v.object({ id: Id, name: v.string(), farewellMessage: v.string() }),
  lastMessage: v.string(),
  last: v.nullable(LastMessage),
  unreadMessages: v.number(),
  isMarkUnread: v.boolean(),
  /** Why nobody can write in it; null when writing is possible. */
  sendingBlocked: v.nullable(SendingBlock),
  /** Since when the contact has been waiting for an answer; null when not waiting. */
  waitingSince: v.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  /** When the last message was sent; without messages, when the ticket was opened. */
  lastMessageAt: Instant,
  closedAt: v.nullable(Instant),
})

/** The fields that modules add to a ticket's summary; each module extends this in its contract. */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it
export interface TicketExtras {}

/** A ticket as lists, headers and events carry it. */
export type TicketSummary = v.InferOutput<typeof TicketCore> & TicketExtras
export const TicketSummary = TicketCore as v.GenericSchema as v.GenericSchema<TicketSummary> // modules have added the rest

/** Optional, because a server may run without the module. */
export function addToSummary(name: string, schema: v.GenericSchema) {
  const entries: Record<string, v.GenericSchema> = TicketCore.entries
  entries[name] = v.optional(schema)
}

/** `next` is the cursor of the page's end: sent back as `after`, it continues there, whatever moved meanwhile. */
export const TicketPage = v.object({
  tickets: v.array(TicketSummary),
  hasMore: v.boolean(),
  next: v.nullable(v.string()),
})
export type TicketPage = v.InferOutput<typeof TicketPage>

/** The counts beside the tabs, for what this person's lists would show. */
export const TicketCounters = v.object({
  open: v.number(),
  pending: v.number(),
  groupOpen: v.number(),
  groupPending: v.number(),
  unread: v.number(),
  /** Of the pending ones, those that have waited for longer than the company wants (`waitingRed`); counted up to 100. */
  late: v.number(),
  groupLate: v.number(),
})
export type TicketCounters = v.InferOutput<typeof TicketCounters>

/** Body of `PUT /tickets/{id}`; `moveOf` in ticket.ts turns it into one move. */
export const UpdateTicket = v.object({
  status: v.optional(TicketStatus),
  userId: v.optional(v.nullable(Id)),
  /** Without `userId` whoever has the ticket keeps it, if they may be in the queue. */
  queueId: v.optional(v.nullable(Id)),
  /** Moves the conversation to another connection. */
  whatsappId: v.optional(Id),
  reopen: v.optional(v.boolean()),
  isMarkUnread: v.optional(v.boolean()),
  /** False closes without a farewell. */
  sendFarewellMessage: v.optional(v.boolean()),
  /** At closing: the rating to ask for; absent: the connection's question, if it has one. */
  ratingId: v.optional(
    v.pipe(v.number('form.rating.required'), v.integer('form.rating.required'), v.minValue(1, 'form.rating.required')),
  ),
  /** False asks for no rating; true asks the connection's question also without a farewell. */
  askRating: v.optional(v.boolean()),
  comment: v.optional(text(1000)),
  /** Takes one's own last transfer back, alone and at once. */
  undoTransfer: v.optional(v.literal(true)),
})
export type UpdateTicket = v.InferOutput<typeof UpdateTicket>

/** How long a transfer can be taken back by `undoTransfer`, in milliseconds. */
export const UNDO_TRANSFER_FOR = 8_000

/** Of somebody to whom a ticket may be transferred: how many they have open, and when their working hours end. */
export const TransferTarget = v.object({
  userId: Id,
  openTickets: v.number(),
  /** Whether they are within their working hours. */
  onDuty: v.boolean(),
  /** Null: no hours bind them, or they are over. */
  until: v.nullable(Instant),
})
export type TransferTarget = v.InferOutput<typeof TransferTarget>

/** Who accepted a ticket, transferred it or took that back, as the conversation tells. */
export const TicketStep = v.object({
  id: Id,
  kind: v.picklist(['started', 'transferred', 'transferUndone']),
  by: v.string(),
  user: v.nullable(v.string()),
  queue: v.nullable(v.string()),
  at: Instant,
})
export type TicketStep = v.InferOutput<typeof TicketStep>

/** Body of `POST /tickets/read`. Each takes a transaction. */
export const MOST_READ_AT_ONCE = 100
export const ReadTickets = v.object({ ticketIds: list(Id, { least: 1, most: MOST_READ_AT_ONCE }) })
export type ReadTickets = v.InferOutput<typeof ReadTickets>

export const CreateTicket = v.object({
  contactId: Id,
  userId: v.optional(Id),
  queueId: v.optional(v.nullable(Id)),
  whatsappId: v.optional(Id),
  status: v.optional(v.literal('open')),
})
export type CreateTicket = v.InferOutput<typeof CreateTicket>

/** An active ticket: who has it, and in which queue. */
export const TicketHolder = v.object({
  ticketId: Id,
  uuid: v.string(),
  user: v.nullable(v.object({ id: Id, name: v.string() })),
  queue: v.nullable(v.object({ id: Id, name: v.string() })),
})
export type TicketHolder = v.InferOutput<typeof TicketHolder>

/** Answer of `GET /contacts/{id}/deletion`: what goes with the contact, as far as 10,000 of each, and who talks to it; then it stays. */
export const ContactDeletion = v.object({ tickets: v.number(), messages: v.number(), holder: v.nullable(TicketHolder) })
export type ContactDeletion = v.InferOutput<typeof ContactDeletion>

/** Answer of `GET /contacts/existsOpenTicket/{id}`, for whoever asks. */
export const OpenTicket = v.object({
  exists: v.boolean(),
  ticket: v.nullable(TicketHolder),
  /** To the contact, in this ticket or a new one. */
  mayWrite: v.boolean(),
  /** The ticket. */
  maySee: v.boolean(),
})
export type OpenTicket = v.InferOutput<typeof OpenTicket>
/** Answer of `GET /contacts/existsOpenTicket`: the same for several contacts. */
export const OpenTickets = v.array(v.object({ contactId: Id, ...OpenTicket.entries }))
export type OpenTickets = v.InferOutput<typeof OpenTickets>

export const LogKind = v.picklist([
  'created',
  'chatbotStarted',
  /** It answers no more; `cause` says why. */
  'chatbotSilent',
  'queueSet',
  'queueRemoved',
  'started',
  'accessed',
  'transferred',
  'transferUndone',
  'receivedTransfer',
  'distributed',
  'notDistributed',
  'returned',
  'attendantLeft',
  'closed',
  'reopened',
  'redirected',
  'called',
  'disappearing',
  'audioRefused',
  'ratingAsked',
  'rated',
  'ratingCommented',
  'groupChanged',
  'usernameChanged',
  'campaign',
])
export type LogKind = v.InferOutput<typeof LogKind>

/** One line of a ticket's log. `data` names the people and queues involved, for the sentence on screen. */
export const TicketLogEntry = v.object({
  id: Id,
  kind: LogKind,
  body: v.string(),
  user: v.nullable(v.object({ id: Id, name: v.string() })),
  data: v.record(v.string(), v.nullable(v.union([v.string(), v.number()]))),
  createdAt: Instant,
})
export type TicketLogEntry = v.InferOutput<typeof TicketLogEntry>
/** Answer of `GET /tickets-log/{id}`, in the order in which it happened. */
export const TicketLog = v.object({ logs: v.array(TicketLogEntry) })

export const ticketNo = (id: number): Subject => `ticket ${id}`
export const messageNo = (id: number | null): Subject => `message ${id}`
/** The message whose text an event carries; none for a deleted one, whose text is in no event. */
export const wordsOf = (message: { id: number | null; isDeleted: boolean } | null): Subject[] =>
  message === null || message.isDeleted ? [] : [messageNo(message.id)]

export const ticketUpdated = defineEvent('ticket.update', v.object({ ticket: TicketSummary }), {
  about: ({ ticket: { id, last } }) => [ticketNo(id), ...wordsOf(last)],
})
/** Deleted (`isGone`), or only out of the listener's sight. */
export const ticketDeleted = defineEvent(
  'ticket.delete',
  v.object({ ticketId: Id, isGone: v.optional(v.literal(true)) }),
  { takesBack: ({ ticketId }) => ticketNo(ticketId) },
)
/** Its log has a line that no other event tells of. */
export const ticketLogged = defineEvent('ticket.log', v.object({ ticketId: Id }), {
  about: ({ ticketId }) => [ticketNo(ticketId)],
})
export const TicketStepped = v.object({ ticketId: Id, contactId: Id, step: TicketStep })
export type TicketStepped = v.InferOutput<typeof TicketStepped>
/** It was accepted, transferred, or back. */
export const ticketStepped = defineEvent('ticket.step', TicketStepped, {
  about: ({ ticketId }) => [ticketNo(ticketId)],
})
/** The unread count was cleared by reading. */
export const ticketRead = defineEvent('ticket.updateUnread', v.object({ ticketId: Id }), {
  about: ({ ticketId }) => [ticketNo(ticketId)],
})
