/** Notifies the colleagues that a note mentions. The mention itself is part of the note (`extra.colleagues`). */
import * as v from 'valibot'
import { defineEvent } from '../../platform/events'
import { Id, Instant, list } from '../../platform/formats'
import { messageNo, ticketNo } from '../../tickets/contract'

/** A note that mentions the user, and that they have not seen yet. */
export const NoteMention = v.object({
  id: Id,
  messageId: Id,
  ticket: v.object({ id: Id, uuid: v.string() }),
  contact: v.object({ name: v.string() }),
  /** Who wrote the note. */
  user: v.object({ name: v.string() }),
  /** The beginning of the note. */
  body: v.string(),
  createdAt: Instant,
})
export type NoteMention = v.InferOutput<typeof NoteMention>

/** In the bell, the latest. */
export const MOST_MENTIONS = 100
/** Response of `GET /note-mentions`. */
export const NoteMentions = v.object({ mentions: v.array(NoteMention) })

/** Body of `POST /note-mentions/seen`. */
export const SeenMentions = v.object({ ids: list(Id, { least: 1, most: MOST_MENTIONS }) })
export type SeenMentions = v.InferOutput<typeof SeenMentions>

/** Sent to the mentioned colleague only. */
export const noteMentioned = defineEvent('noteMention.create', v.object({ mention: NoteMention }), {
  about: ({ mention: { messageId, ticket } }) => [messageNo(messageId), ticketNo(ticket.id)],
})
/** Sent to the user who saw them, for their other windows. */
export const mentionsSeen = defineEvent('noteMention.seen', v.object({ ids: v.array(Id) }))
