import type { Actor } from '../../actor'
import { finder } from '../../platform/finder'
import { instant } from '../../platform/formats'
import { getRows, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { readableTo } from '../../tickets/visibility'
import { findUser } from '../../users/people'
import { MOST_NOTES, type TicketNote } from './contract'
import { noteErrors } from './errors'
import { type Note, ticketNotes } from './tables'

export const { findOrFail: findNoteOrFail } = finder(ticketNotes, noteErrors.ERR_NO_NOTE_FOUND)

export const showNote = (db: Db, { createdAt, ...note }: Note): TicketNote => ({
  ...note,
  user: { id: note.userId, name: findUser(db, note.userId)?.name ?? '' },
  createdAt: instant(createdAt),
})

/** Notes from all tickets of the contact that the actor may read, latest first. A merge can exceed the limit per contact. */
export function listNotes(db: Db, actor: Actor, contactId: number): Note[] {
  const { sql, params } = readableTo(actor)
  return getRows<Note>(
    db,
    `SELECT n.id, n.ticket_id AS ticketId, n.contact_id AS contactId, n.user_id AS userId, n.note, n.created_at AS createdAt
     FROM ticket_notes n CROSS JOIN tickets t ON t.id = n.ticket_id
     WHERE n.contact_id = (? + 0) AND ${sql} ORDER BY n.id DESC LIMIT ${2 * MOST_NOTES}`,
    [contactId, ...params],
  )
}

/** `userId` limits the count to one author. */
export function countNotes(db: Db, contactId: number, userId: number | null = null): number {
  const sql =
    'SELECT count(*) FROM ticket_notes WHERE contact_id = @contactId AND (@userId IS NULL OR user_id = @userId)'
  return Number(getValue(db, sql, { contactId, userId }))
}
