/** Internal notes on contacts. */
import * as v from 'valibot'
import { defineEvent, type Subject } from '../../platform/events'
import { Id, Instant, text } from '../../platform/formats'
import { ticketNo } from '../../tickets/contract'
import { definePermission } from '../../users/permissions'

/** Delete notes of others too. */
export const deleteAnyNote = definePermission('ticket-notes:deleteAny', ['admin'])

export const TicketNote = v.object({
  id: Id,
  note: v.string(),
  /** Ticket it was written in. */
  ticketId: Id,
  contactId: Id,
  userId: Id,
  user: v.object({ id: Id, name: v.string() }),
  createdAt: Instant,
})
export type TicketNote = v.InferOutput<typeof TicketNote>

declare module '../../tickets/contract' {
  interface TicketExtras {
    /** Whether the contact has notes. */
    hasNotes: boolean
  }
}

/** Per contact. */
export const MOST_NOTES = 500
export const NOTE_LENGTH = 2000

export const CreateNote = v.object({
  ticketId: Id,
  /** The ticket's contact. */
  contactId: v.optional(Id),
  note: v.pipe(text(NOTE_LENGTH), v.trim(), v.nonEmpty('form.required'), v.minLength(2, 'form.text.short')),
})
export type CreateNote = v.InferOutput<typeof CreateNote>

const noteNo = (id: number): Subject => `note ${id}`

export const noteCreated = defineEvent('note.create', v.object({ note: TicketNote }), {
  about: ({ note: { id, ticketId } }) => [noteNo(id), ticketNo(ticketId)],
})
export const noteDeleted = defineEvent('note.delete', v.object({ noteId: Id }), {
  takesBack: ({ noteId }) => noteNo(noteId),
})
