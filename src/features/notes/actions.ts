/** Who may read a ticket may read its notes; who may see it may write them. */
import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { announceTicket } from '../../tickets/announce'
import { ticketsToAnnounce } from '../../tickets/merging/merge'
import { messageAudience } from '../../tickets/messages/audience'
import { findTicket, findVisibleTicket } from '../../tickets/queries'
import { can } from '../../users/permissions'
import { requireShare } from '../../users/shares'
import { type CreateNote, deleteAnyNote, MOST_NOTES, noteCreated, noteDeleted } from './contract'
import { noteErrors } from './errors'
import { countNotes, findNoteOrFail, showNote } from './queries'
import { type Note, ticketNotes } from './tables'

export function createNote(cx: Cx, actor: Actor, { ticketId, contactId: named, note: words }: CreateNote): Note {
  return cx.transaction((cx) => {
    const { contactId } = findVisibleTicket(cx.db, actor, ticketId)
    if (named !== undefined && named !== contactId) fail('ERR_NO_CONTACT_FOUND')
    if (countNotes(cx.db, contactId) >= MOST_NOTES) fail(noteErrors.ERR_NOTE_LIMIT, { most: MOST_NOTES })
    requireShare(actor, countNotes(cx.db, contactId, actor.userId) + 1, MOST_NOTES)
    const values = { ticketId, contactId, userId: actor.userId, note: words, createdAt: cx.now() }
    const note = cx.db.insert(ticketNotes).values(values).returning().get()
    cx.emit(noteCreated({ note: showNote(cx.db, note) }), audienceOf(cx, note))
    announceMarks(cx, contactId)
    return note
  })
}

/** Everybody may delete their own notes. A note the actor may not read is reported as not found. */
export function deleteNote(cx: Cx, actor: Actor, id: number) {
  cx.transaction((cx) => {
    const note = findNoteOrFail(cx.db, id)
    const audience = audienceOf(cx, note)
    if (!audience(actor)) fail(noteErrors.ERR_NO_NOTE_FOUND)
    if (note.userId !== actor.userId && !can(actor, deleteAnyNote)) fail('ERR_NO_PERMISSION')
    cx.db.delete(ticketNotes).where(eq(ticketNotes.id, id)).run()
    cx.emit(noteDeleted({ noteId: id }), audience)
    announceMarks(cx, note.contactId)
  })
}

function audienceOf({ db }: Cx, { ticketId, contactId }: Note) {
  const connectionId = findTicket(db, ticketId)?.connectionId ?? 0
  return messageAudience(db, { ticketId, contactId, connectionId })
}

/** Announces the contact's tickets, whose rows show whether notes exist. */
function announceMarks(cx: Cx, contactId: number) {
  for (const ticket of ticketsToAnnounce(cx.db, contactId)) announceTicket(cx, null, ticket)
}
