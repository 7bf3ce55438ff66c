/** Takes over what happened to tickets: when each was accepted and closed, and by whom. */
import type { Move } from '../../moving-in/mover'
import type { SourceRows } from '../../moving-in/source'
import { execute, getRow } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import type { LogKind } from '../log/kinds'
import type { NewEntry } from '../log/log'
import { beginAttendance, listAttendances } from './attendances'
import { isTouched, writeMovedLog } from './past-log'

type Tracking = SourceRows['trackings']

export async function moveTrackings(move: Move): Promise<void> {
  // A product with a log of its own says the same there.
  const isLogged = move.source.count('ticketLogs', move.company.id) > 0
  await move.inSlices('tickets.trackings', move.source.rows('trackings', move.company.id), (slice) => {
    for (const row of slice) takeTracking(move, row, isLogged)
  })
}

/** A later row of a ticket tells of a later time that it was opened: one ticket of ours has one wait and one handling time, the last. */
function takeTracking(move: Move, row: Tracking, isLogged: boolean) {
  const { cx, ids, report, source, company } = move
  const { db } = cx
  const isKnown = ids.has('trackings', row.id)
  const ticketId = ids.find('tickets', row.ticketId)
  if (ticketId === undefined)
    return isKnown ? report.merged('trackings', 'alreadyHere') : report.skipped('trackings', 'noTicket')
  if (isKnown && isPast(db, row, ticketId)) return report.merged('trackings', 'alreadyHere')
  const begins = beginningOf(row)
  if (!isKnown && begins !== null) beginAttendance(move, row.ticketId, ticketId, Math.min(begins, cx.now()))
  const userId = ids.find('users', row.userId) ?? null
  const attendant = ids.find('users', source.find('tickets', company.id, row.ticketId)?.userId ?? null) ?? userId
  if (!isKnown || !isTouched(db, ticketId)) noteTimes(db, ticketId, { row, userId: attendant, now: cx.now() })
  if (isKnown) return report.merged('trackings', 'alreadyHere')
  ids.add('trackings', row.id, ticketId)
  if (!isLogged) writeEntries(db, ticketId, { row, userId, now: cx.now() })
  report.imported('trackings')
}

const beginningOf = ({ createdAt, queuedAt, startedAt }: Tracking): number | null => createdAt ?? queuedAt ?? startedAt

/** It is another ticket here. */
const isPast = (db: Db, row: Tracking, ticketId: number): boolean =>
  listAttendances(db, row.ticketId, ticketId).some(([id, from]) => id === ticketId && (beginningOf(row) ?? from) < from)

type Times = { readonly row: Tracking; readonly userId: number | null; readonly now: number }

function noteTimes(db: Db, ticketId: number, { row, userId, now }: Times) {
  const { startedAt, finishedAt } = row
  const acceptedAt = startedAt && Math.min(startedAt, now)
  // Since when it waited for people: later than its beginning after a bot, or when it was opened again.
  const waitedFrom = row.botEndedAt ?? row.queuedAt ?? row.createdAt
  execute(
    db,
    `UPDATE tickets SET (accepted_at, user_id, bot_until, closed_at) = (${TIMES}) WHERE id = @ticketId
       AND (accepted_at, user_id, bot_until, closed_at) IS NOT (${TIMES})`,
    { acceptedAt, userId, waitedFrom, finishedAt: finishedAt && Math.min(finishedAt, now), ticketId },
  )
}

const TIMES = `ifnull(@acceptedAt, accepted_at), CASE status WHEN 'closed' THEN ifnull(@userId, user_id) ELSE user_id END,
  CASE WHEN @acceptedAt IS NOT NULL AND @waitedFrom BETWEEN created_at + 1 AND @acceptedAt THEN @waitedFrom ELSE bot_until END,
  CASE WHEN status = 'closed' THEN max(ifnull(@finishedAt, closed_at), ifnull(@acceptedAt, 0), created_at) END`

function writeEntries(db: Db, ticketId: number, { row, userId, now }: Times) {
  const write = (kind: LogKind, at: number | null, by = userId) => {
    if (at !== null) writeMovedLog(db, ticketId, { kind, userId: by }, Math.min(at, now))
  }
  if (wasClosed(db, ticketId)) write('reopened', row.createdAt ?? row.queuedAt ?? row.startedAt, null)
  write('started', row.startedAt)
  write('closed', row.finishedAt)
}

const wasClosed = (db: Db, ticketId: number): boolean =>
  getRow(db, `SELECT 1 FROM ticket_log WHERE ticket_id = (? + 0) AND kind = 'closed' LIMIT 1`, ticketId) !== undefined

type Log = SourceRows['ticketLogs']

export async function moveTicketLogs(move: Move): Promise<void> {
  await move.inSlices('tickets.log', move.source.rows('ticketLogs', move.company.id), (slice) => {
    for (const row of slice) takeLog(move, row)
  })
}

const kinds: Readonly<Record<string, LogKind>> = {
  open: 'started',
  pending: 'returned',
  closed: 'closed',
  autoClose: 'closed',
  transfered: 'transferred',
  receivedTransfer: 'receivedTransfer',
  access: 'accessed',
  queue: 'queueSet',
  nps: 'ratingAsked',
}

function takeLog({ cx, ids, report }: Move, row: Log) {
  if (ids.has('ticketLogs', row.id)) return report.merged('ticketLogs', 'alreadyHere')
  const ticketId = ids.find('tickets', row.ticketId)
  if (ticketId === undefined) return report.skipped('ticketLogs', 'noTicket')
  // The ticket itself tells when it was created.
  if (row.type === 'create') return report.merged('ticketLogs', 'repeated')
  const kind = Object.hasOwn(kinds, row.type) ? kinds[row.type] : undefined
  if (!kind || row.createdAt === null) return report.skipped('ticketLogs', 'noCounterpart', row.type)
  const queueId = ids.find('queues', row.queueId)
  const entry: NewEntry = {
    kind,
    userId: ids.find('users', row.userId) ?? null,
    ...(queueId !== undefined && { data: { queueId } }),
  }
  writeMovedLog(cx.db, ticketId, entry, Math.min(row.createdAt, cx.now()))
  ids.add('ticketLogs', row.id, ticketId)
  report.imported('ticketLogs')
}
