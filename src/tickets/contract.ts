/** Tickets in the wire format: shapes, limits and events. */
import * as v from 'valibot'
import { ChannelKind, MessageOrigin } from '../channels/contract'
import type { ReplyWindow } from '../channels/windows/contract'
import { SendingBlock } from '../contacts/groups/contract'
import { defineEvent, type Subject } from '../platform/events'
import { Id, Instant, list, text } from '../platform/formats'

export const TicketStatus = v.picklist(['pending', 'open', 'closed'])
export type TicketStatus = v.InferOutput<typeof TicketStatus>

/** Where a ticket is listed and counted: by its status, and `bot` while a bot serves it, which is not waiting. */
export const TicketTab = v.picklist(['pending', 'bot', 'open', 'closed'])
export type TicketTab = v.InferOutput<typeof TicketTab>
/** The column `tab` of the table says the same; a test compares the two. */
export const ticketTab = ({ status, isBot }: { readonly status: TicketStatus; readonly isBot: boolean }): TicketTab =>
  status === 'pending' && isBot ? 'bot' : status

/** The last message, as a list row shows it. */
export const LastMessage = v.object({
  id: Id,
  body: v.string(),
  fromMe: v.boolean(),
  ack: v.number(),
  /** The message kind (`chat`, `image`, `audio`, …), which decides icon and text. */
  mediaType: v.string(),
  /** The attendant or group member who wrote it; null for the contact itself. */
  author: v.nullable(v.string()),
  /** The sender, if no person sent it. */
  origin: v.nullable(MessageOrigin),
  /** Deleted for everyone: `body` is empty. */
  isDeleted: v.boolean(),
})
export type LastMessage = v.InferOutput<typeof LastMessage>

/** What the contact of a pending ticket wants: their latest words, not a mere choice in a menu. */
export const HeardMessage = v.object({ id: Id, body: v.string(), mediaType: v.string() })
export type HeardMessage = v.InferOutput<typeof HeardMessage>

/** A ticket's summary without the fields of modules. */
export const TicketCore = v.object({
  id: Id,
  uuid: v.string(),
  /** The protocol number that texts to the contact mention. */
  code: v.string(),
  status: TicketStatus,
  isGroup: v.boolean(),
  /** A bot, flow or integration serves it; the ticket is then pending, and does not wait. */
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
  /**
   * `farewellMessage` is sent on closing unless the attendant or the queue has its own; it is the connection's
   * `complationMessage`.
   */
  whatsapp: v.object({ id: Id, name: v.string(), farewellMessage: v.string() }),
  lastMessage: v.string(),
  last: v.nullable(LastMessage),
  /** Of a pending ticket with one person where our side wrote last; null otherwise. */
  heard: v.nullable(HeardMessage),
  unreadMessages: v.number(),
  isMarkUnread: v.boolean(),
  /** Why nobody can send messages in it; null if sending is possible. */
  sendingBlocked: v.nullable(SendingBlock),
  /** Since when the contact has been waiting for an answer by people; null: not waiting, or with the bot. */
  waitingSince: v.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  /** When the last message was sent; without messages, when the ticket was opened. */
  lastMessageAt: Instant,
  closedAt: v.nullable(Instant),
})

/** Fields that modules add to a ticket's summary; each module extends this interface in its contract. */
export interface TicketExtras {
  /** How long the contact may be answered; null without such a limit. */
  replyWindow: ReplyWindow | null
}

/** A ticket in lists, headers and events. */
export type TicketSummary = v.InferOutput<typeof TicketCore> & TicketExtras
export const TicketSummary = TicketCore as v.GenericSchema as v.GenericSchema<TicketSummary> // modules have added the other fields

/** Optional, because a server may run without the module. */
export function addToSummary(name: string, schema: v.GenericSchema) {
  const entries: Record<string, v.GenericSchema> = TicketCore.entries
  entries[name] = v.optional(schema)
}

/** `next` is the cursor of the page's end: sent as `after`, it continues there, even if rows have moved since. */
export const TicketPage = v.object({
  tickets: v.array(TicketSummary),
  hasMore: v.boolean(),
  next: v.nullable(v.string()),
})
export type TicketPage = v.InferOutput<typeof TicketPage>

/** The counts beside the tabs, matching what this user's lists would show. */
export const TicketCounters = v.object({
  open: v.number(),
  /** Without those that a bot serves. */
  pending: v.number(),
  /** Pending tickets that a bot serves. */
  bot: v.number(),
  groupOpen: v.number(),
  groupPending: v.number(),
  /** Without those that a bot serves. */
  unread: v.number(),
  /** Pending tickets that have waited longer than the company allows (`waitingRed`), counted up to 100. */
  late: v.number(),
  groupLate: v.number(),
})
export type TicketCounters = v.InferOutput<typeof TicketCounters>

/** Body of `PUT /tickets/{id}`; `moveOf` in ticket.ts turns it into a single move. */
export const UpdateTicket = v.object({
  status: v.optional(TicketStatus),
  userId: v.optional(v.nullable(Id)),
  /** Without `userId`, the current attendant keeps the ticket if they may be in the queue. */
  queueId: v.optional(v.nullable(Id)),
  /** Moves the conversation to another connection. */
  whatsappId: v.optional(Id),
  reopen: v.optional(v.boolean()),
  isMarkUnread: v.optional(v.boolean()),
  /** False closes without a farewell. */
  sendFarewellMessage: v.optional(v.boolean()),
  /** On closing: the rating to ask for; if absent, the connection's rating, if any. */
  ratingId: v.optional(
    v.pipe(v.number('form.rating.required'), v.integer('form.rating.required'), v.minValue(1, 'form.rating.required')),
  ),
  /** False asks for no rating; true asks for the connection's rating even without a farewell. */
  askRating: v.optional(v.boolean()),
  comment: v.optional(text(1000)),
  /** Undoes the user's own last transfer; not combined with other fields. */
  undoTransfer: v.optional(v.literal(true)),
})
export type UpdateTicket = v.InferOutput<typeof UpdateTicket>

/** How long `undoTransfer` is possible, in milliseconds. */
export const UNDO_TRANSFER_FOR = 8_000

/** A user to whom a ticket may be transferred: their open tickets, and when their working hours end. */
export const TransferTarget = v.object({
  userId: Id,
  openTickets: v.number(),
  /** Whether they are within their working hours. */
  onDuty: v.boolean(),
  /** Null: no working hours apply, or they are over. */
  until: v.nullable(Instant),
})
export type TransferTarget = v.InferOutput<typeof TransferTarget>

/** An acceptance or transfer of a ticket, or its undoing, as a line in the conversation. */
export const TicketStep = v.object({
  id: Id,
  kind: v.picklist(['started', 'transferred', 'transferUndone']),
  by: v.string(),
  user: v.nullable(v.string()),
  queue: v.nullable(v.string()),
  at: Instant,
})
export type TicketStep = v.InferOutput<typeof TicketStep>

/** Body of `POST /tickets/read`. Each ticket takes a transaction. */
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

/** A connection over which a contact can be reached. */
export const Door = v.object({
  whatsapp: v.object({ id: Id, name: v.string(), channel: ChannelKind }),
  /** The contact's number in digits, or their username after an @; null: the messenger names neither. */
  address: v.nullable(v.string()),
  /** `open`: a person may write now; `template`: only an approved template; `closed`: not before the contact writes. */
  state: v.picklist(['open', 'template', 'closed']),
  /** Until when it is open; null: without end. */
  until: v.nullable(Instant),
  /** The contact's active ticket there, if this user sees it. */
  ticket: v.nullable(v.object({ id: Id, uuid: v.string(), status: TicketStatus })),
  /** False: a colleague attends to it. */
  mayWrite: v.boolean(),
})
export type Door = v.InferOutput<typeof Door>

/** Body of `POST /tickets/{id}/doors`. */
export const ContinueOver = v.object({ whatsappId: Id })
export type ContinueOver = v.InferOutput<typeof ContinueOver>

/** The attendant and queue of an active ticket. */
export const TicketHolder = v.object({
  ticketId: Id,
  uuid: v.string(),
  user: v.nullable(v.object({ id: Id, name: v.string() })),
  queue: v.nullable(v.object({ id: Id, name: v.string() })),
})
export type TicketHolder = v.InferOutput<typeof TicketHolder>

/**
 * Response of `GET /contacts/{id}/deletion`: what would be deleted with the contact, counted up to 10,000 each, and the
 * attendant of an active ticket, which prevents the deletion.
 */
export const ContactDeletion = v.object({ tickets: v.number(), messages: v.number(), holder: v.nullable(TicketHolder) })
export type ContactDeletion = v.InferOutput<typeof ContactDeletion>

/** Response of `GET /contacts/existsOpenTicket/{id}`, for the requester. */
export const OpenTicket = v.object({
  exists: v.boolean(),
  ticket: v.nullable(TicketHolder),
  /** Whether they may write to the contact, in this ticket or a new one. */
  mayWrite: v.boolean(),
  /** Whether they may see the ticket. */
  maySee: v.boolean(),
})
export type OpenTicket = v.InferOutput<typeof OpenTicket>
/** Response of `GET /contacts/existsOpenTicket`: the same for several contacts. */
export const OpenTickets = v.array(v.object({ contactId: Id, ...OpenTicket.entries }))
export type OpenTickets = v.InferOutput<typeof OpenTickets>

/** Modules define the kinds (`log/kinds.ts`). */
export const LogKindName = v.string()

/** An entry of a ticket's log. `data` names the users and queues involved. */
export const TicketLogEntry = v.object({
  id: Id,
  kind: LogKindName,
  body: v.string(),
  user: v.nullable(v.object({ id: Id, name: v.string() })),
  data: v.record(v.string(), v.nullable(v.union([v.string(), v.number()]))),
  createdAt: Instant,
})
export type TicketLogEntry = v.InferOutput<typeof TicketLogEntry>
/** Response of `GET /tickets-log/{id}`, in chronological order. */
export const TicketLog = v.object({ logs: v.array(TicketLogEntry) })

export const ticketNo = (id: number): Subject => `ticket ${id}`
export const messageNo = (id: number | null): Subject => `message ${id}`
/** The subjects of the message whose text an event carries; none for a deleted one, whose text is in no event. */
export const wordsOf = (message: { id: number | null; isDeleted: boolean } | null): Subject[] =>
  message === null || message.isDeleted ? [] : [messageNo(message.id)]

/** The subjects of the messages whose text a ticket's row carries. */
export const wordsIn = ({ last, heard }: Pick<TicketSummary, 'last' | 'heard'>): Subject[] => [
  ...wordsOf(last),
  ...(heard === null ? [] : [messageNo(heard.id)]),
]

export const ticketUpdated = defineEvent('ticket.update', v.object({ ticket: TicketSummary }), {
  about: ({ ticket }) => [ticketNo(ticket.id), ...wordsIn(ticket)],
})
/** Deleted (`isGone`), or no longer visible to the listener. */
export const ticketDeleted = defineEvent(
  'ticket.delete',
  v.object({ ticketId: Id, isGone: v.optional(v.literal(true)) }),
  { takesBack: ({ ticketId }) => ticketNo(ticketId) },
)
/** The log has a new entry that no other event reports. */
export const ticketLogged = defineEvent('ticket.log', v.object({ ticketId: Id }), {
  about: ({ ticketId }) => [ticketNo(ticketId)],
})
export const TicketStepped = v.object({ ticketId: Id, contactId: Id, step: TicketStep })
export type TicketStepped = v.InferOutput<typeof TicketStepped>
/** The ticket was accepted or transferred, or a transfer was undone. */
export const ticketStepped = defineEvent('ticket.step', TicketStepped, {
  about: ({ ticketId }) => [ticketNo(ticketId)],
})
/** The ticket became the listener's, or one of a queue of theirs, without their doing: something to notify them of. */
export const ticketGiven = defineEvent('ticket.given', v.object({ ticket: TicketSummary }), {
  about: ({ ticket }) => [ticketNo(ticket.id), ...wordsIn(ticket)],
})
/** Reading cleared the unread count. */
export const ticketRead = defineEvent('ticket.updateUnread', v.object({ ticketId: Id }), {
  about: ({ ticketId }) => [ticketNo(ticketId)],
})
