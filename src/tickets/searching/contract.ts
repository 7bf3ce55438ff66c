/** Search hits in the wire format. */
import * as v from 'valibot'
import { MessageKind, MessageOrigin } from '../../channels/contract'
import { Id, Instant } from '../../platform/formats'
import { TicketCore } from '../contract'

export const MessageHit = v.object({
  messageId: Id,
  /** The ticket in which it is shown; `ticket.uuid` opens it. */
  ticketId: Id,
  ticket: v.pick(TicketCore, ['id', 'uuid', 'status', 'isGroup', 'contactId', 'contact', 'queue', 'channel']),
  fromMe: v.boolean(),
  mediaType: MessageKind,
  /** The attendant or group member who wrote it; null for the contact itself. */
  author: v.nullable(v.string()),
  /** The sender, if no person sent it. */
  origin: v.nullable(MessageOrigin),
  /** The part of the text around the matches, in one line. */
  body: v.string(),
  /** Start and end of each match in `body`. */
  marks: v.array(v.tuple([v.number(), v.number()])),
  /** Older messages of a bot that say the same there; they are not listed. */
  repeats: v.number(),
  createdAt: Instant,
})
export type MessageHit = v.InferOutput<typeof MessageHit>

/** Newest first. `next` continues if sent as `after`: a page may be empty without being the last. */
export const MessageHits = v.object({ hits: v.array(MessageHit), hasMore: v.boolean(), next: v.nullable(v.string()) })
export type MessageHits = v.InferOutput<typeof MessageHits>
