/** What the browser may know about messages found by their words. */
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
  /** The attendant who wrote it, or the member of a group; null for the contact itself. */
  author: v.nullable(v.string()),
  /** What sent it, where no person did. */
  origin: v.nullable(MessageOrigin),
  /** The piece of the text around the words that were sought, in one line. */
  body: v.string(),
  /** Where in it they stand: beginnings and ends. */
  marks: v.array(v.tuple([v.number(), v.number()])),
  createdAt: Instant,
})
export type MessageHit = v.InferOutput<typeof MessageHit>

/** Newest first. `next` goes on from there, sent as `after`: a page may be empty and yet not the last. */
export const MessageHits = v.object({ hits: v.array(MessageHit), hasMore: v.boolean(), next: v.nullable(v.string()) })
export type MessageHits = v.InferOutput<typeof MessageHits>
