/** Takes over internal notes. Ours belong to a ticket and have an author. */
import { type Move, type Mover, movers } from '../../moving-in/mover'
import type { SourceRows } from '../../moving-in/source'
import { getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { cut, isBlank } from '../../platform/text'
import { findTicketIdAt } from '../../tickets/moving-in/attendances'
import { MOST_NOTES, NOTE_LENGTH } from './contract'
import { countNotes } from './queries'
import { ticketNotes } from './tables'

async function moveNotes(move: Move): Promise<void> {
  await move.inSlices('notes', move.source.rows('notes', move.company.id), (slice) => {
    for (const row of slice) takeNote(move, row)
  })
}

function takeNote(move: Move, row: SourceRows['notes']) {
  const { cx, ids, report } = move
  const { db } = cx
  if (ids.has('notes', row.id)) return report.merged('notes', 'alreadyHere')
  if (isBlank(row.note)) return report.skipped('notes', 'empty')
  const ticket = ticketOf(db, findTicketIdAt(move, row.ticketId, row.createdAt), ids.find('contacts', row.contactId))
  if (!ticket) return report.skipped('notes', 'noTicket', cut(row.note, 80))
  const userId = ids.find('users', row.userId) ?? firstAdmin(db)
  if (userId === undefined) return report.skipped('notes', 'noUser')
  if (countNotes(db, ticket.contactId) >= MOST_NOTES) return report.skipped('notes', 'leftOut', cut(row.note, 80))
  const note = cut(row.note.trim(), NOTE_LENGTH)
  if (note.length < row.note.trim().length) report.noted('notes', 'cut', cut(note, 80))
  const createdAt = Math.min(row.createdAt ?? cx.now(), cx.now())
  const { id } = db
    .insert(ticketNotes)
    .values({ ticketId: ticket.id, contactId: ticket.contactId, userId, note, createdAt })
    .returning()
    .get()
  ids.add('notes', row.id, id)
  report.imported('notes')
}

type NotedTicket = { readonly id: number; readonly contactId: number }

/** Without one, the contact's newest. */
function ticketOf(db: Db, ticketId: number | undefined, contactId: number | undefined): NotedTicket | undefined {
  if (ticketId !== undefined) {
    const owner = getValue<number>(db, 'SELECT contact_id FROM tickets WHERE id = (? + 0)', ticketId)
    return owner === undefined ? undefined : { id: ticketId, contactId: owner }
  }
  if (contactId === undefined) return undefined
  const newest = 'SELECT id FROM tickets WHERE contact_id = (? + 0) ORDER BY created_at DESC, id DESC LIMIT 1'
  const id = getValue<number>(db, newest, contactId)
  return id === undefined ? undefined : { id, contactId }
}

const firstAdmin = (db: Db): number | undefined =>
  getValue<number>(db, `SELECT id FROM users WHERE profile = 'admin' AND deleted_at IS NULL ORDER BY id LIMIT 1`)

const noteMover: Mover = { name: 'notes', move: moveNotes }
export const movesNotes = movers.filledWith(noteMover)
