/**
 * Products with one ticket for ever note each time that it was attended. Here each of these times is a ticket, as it
 * would have been: dashboards and reports count tickets. The last keeps what the ticket has: its links, and how it stands.
 */
import type { Move } from '../../moving-in/mover'
import { execute, getOnlyValue, getRow, getTuples, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'

const KIND = 'attendances'

/** `start`: of the time that begins behind all that is known of the ticket. Returns whether one was told apart. */
export function beginAttendance(
  { cx, report, source }: Move,
  theirs: string,
  ticketId: number,
  start: number,
): boolean {
  const { db } = cx
  if (source.family !== 'saas') return false
  const closed = getRow<{ at: number }>(
    db,
    `SELECT created_at AS at FROM ticket_log WHERE ticket_id = (? + 0) AND kind = 'closed' ORDER BY id DESC LIMIT 1`,
    ticketId,
  )
  if (!closed || start <= getOnlyValue<number>(db, 'SELECT created_at FROM tickets WHERE id = (? + 0)', ticketId))
    return false
  // Its messages are here: an earlier run brought them with this ticket.
  if (getValue(db, 'SELECT 1 FROM messages WHERE ticket_id = (? + 0) LIMIT 1', ticketId) !== undefined) {
    report.noted('tickets', 'countsOnce', theirs)
    return false
  }
  const pastId = insertPast(db, ticketId, Math.min(closed.at, start))
  execute(db, 'INSERT INTO moved_ids (kind, theirs, ours) VALUES (?, ?, ?)', [KIND, `${theirs} ${start}`, pastId])
  execute(db, `UPDATE ticket_log SET ticket_id = ? WHERE ticket_id = (? + 0) AND kind <> 'movedIn'`, [pastId, ticketId])
  execute(
    db,
    `INSERT INTO ticket_log (ticket_id, kind, user_id, data, created_at)
       SELECT @ticketId, kind, NULL, data, @start FROM ticket_log WHERE ticket_id = (@pastId + 0) AND kind = 'created' LIMIT 1`,
    { ticketId, pastId, start },
  )
  execute(
    db,
    `UPDATE tickets SET created_at = @start, accepted_at = NULL, bot_until = NULL, updated_at = max(updated_at, @start),
       closed_at = CASE status WHEN 'closed' THEN max(closed_at, @start) END WHERE id = @ticketId`,
    { start, ticketId },
  )
  execute(
    db,
    `UPDATE contact_merges SET moved = json_insert(moved, '$.ticketIds[#]', @pastId)
       WHERE kept_id = (SELECT contact_id FROM tickets WHERE id = @ticketId)
         AND EXISTS (SELECT 1 FROM json_each(moved, '$.ticketIds') WHERE value = @ticketId)`,
    { pastId, ticketId },
  )
  report.imported(KIND)
  return true
}

/** Attended by whoever took it then. */
const insertPast = (db: Db, ticketId: number, closedAt: number): number =>
  getOnlyValue<number>(
    db,
    `INSERT INTO tickets (uuid, status, is_group, channel, contact_id, connection_id, queue_id, user_id, last_message_at, created_at, updated_at, accepted_at, closed_at, bot_until)
     SELECT @uuid, 'closed', is_group, channel, contact_id, connection_id, queue_id,
       coalesce((SELECT user_id FROM ticket_log WHERE ticket_id = t.id AND kind = 'started' AND user_id IS NOT NULL ORDER BY id DESC LIMIT 1), user_id),
       @closedAt, created_at, max(@closedAt, created_at), accepted_at, max(@closedAt, created_at), bot_until
     FROM tickets t WHERE id = @ticketId RETURNING id`,
    { uuid: crypto.randomUUID(), closedAt, ticketId },
  )

export const hasAttendances = (db: Db): boolean =>
  getValue(db, 'SELECT 1 FROM moved_ids WHERE kind = ? LIMIT 1', KIND) !== undefined

/** Ours of one ticket of theirs, with when each begins, the first first. Empty for a ticket that is one here, too. */
export const listAttendances = (
  db: Db,
  theirs: string,
  last: number,
): readonly (readonly [id: number, from: number])[] => {
  const past = getTuples<[number, number]>(
    db,
    `SELECT t.id, t.created_at FROM moved_ids m JOIN tickets t ON t.id = m.ours
      WHERE m.kind = '${KIND}' AND m.theirs > ? AND m.theirs < ? ORDER BY t.created_at, t.id`,
    [`${theirs} `, `${theirs}!`],
  )
  if (past.length === 0) return []
  const from = getValue<number>(db, 'SELECT created_at FROM tickets WHERE id = (? + 0)', last)
  return from === undefined ? past : [...past, [last, from]]
}

/** The one that was going on then. */
export const attendanceAt = (
  attendances: readonly (readonly [id: number, from: number])[],
  at: number,
): number | undefined => (attendances.findLast(([, from]) => from <= at) ?? attendances[0])?.[0]

/** Our ticket of theirs at that moment. */
export function findTicketIdAt(
  { cx, ids }: Pick<Move, 'cx' | 'ids'>,
  theirs: string | null,
  at: number | null,
): number | undefined {
  const last = ids.find('tickets', theirs)
  if (last === undefined || theirs === null || at === null) return last
  return attendanceAt(listAttendances(cx.db, theirs, last), at) ?? last
}
