/** Assigns waiting tickets to the attendants of their queue, and reassigns them when no answer comes in time. */

import { isOpenAt, openTimeBetween } from '../../hours/opening'
import { openingHoursOf } from '../../hours/queries'
import type { Cx } from '../../platform/cx'
import { on, type Subscriber } from '../../platform/extensions'
import { getOrMake } from '../../platform/maps'
import { execute, getRows, getValue } from '../../platform/sql'
import { type Db, mayHold } from '../../platform/sqlite'
import { MINUTE } from '../../platform/time'
import { findQueue } from '../../queues/queries'
import { isPaused } from '../../tenancy/standby'
import { type TicketMove, ticketClosed, ticketMoved, ticketWaiting } from '../../tickets/events'
import { type LogData, writeLog } from '../../tickets/log/log'
import { messagePosted, messageReceived } from '../../tickets/messages/events'
import { moveTicket } from '../../tickets/moves/actions'
import { findTicket } from '../../tickets/queries'
import type { Ticket } from '../../tickets/tables'
import { findUser } from '../../users/people'
import { can } from '../../users/permissions'
import { canTake, choose, type Selection } from './choose'
import { type Distribution, distributionMade, nobodyAvailable } from './contract'
import {
  type Candidate,
  candidatesOf,
  countWaiting,
  findDistribution,
  holdersOf,
  KEEP_MS,
  lastOf,
  listQueuesWithPool,
  listWaiting,
  mayServe,
  poolOf,
  type QueueCursor,
  type QueueWithPool,
  type WaitingTicket,
} from './queries'

/** Assignments per run over all queues; yields to the event loop after it. */
const ASSIGNMENTS_PER_RUN = 10
/** Waiting tickets per read of a queue; see `someWaiting`. */
const MOST_WAITING = 500
/** Minimum time between two notifications about a queue. */
const NOTIFY_INTERVAL = 10 * MINUTE

/**
 * Assigns the ticket to an eligible attendant. With none, it stays queued and one log entry is written. Returns whether
 * it was assigned; on standby, nothing is.
 */
export function distribute(cx: Cx, ticketId: number): boolean {
  if (isPaused(cx)) return false
  return cx.transaction((cx) => {
    const ticket = findTicket(cx.db, ticketId)
    if (!ticket || !waits(ticket) || ticket.queueId === null) return false
    const place = { ...ticket, queueId: ticket.queueId }
    const pool = poolOf(cx.db, place.queueId)
    if (!pool) return false
    if (isClosed(cx, place.queueId)) return noteUnassigned(cx, place, 'closed')
    const choice = choose(pool.typeAssignment, eligible(cx, place, candidatesOf(cx, place.queueId, pool)), Math.random)
    if (!choice) return noteUnassigned(cx, place, 'nobody')
    const awaits = pool.enableReassignment
    assign(cx, place, choice, { reason: choice.reason, open: choice.open, of: choice.of, awaits })
    return true
  })
}

type QueuedTicket = Ticket & { readonly queueId: number }

const waits = ({ status, userId, isBot, isGroup }: Ticket) =>
  status === 'pending' && userId === null && !isBot && !isGroup

function isClosed(cx: Cx, queueId: number): boolean {
  const hours = openingHoursOf(cx, queueId)
  return hours !== null && !isOpenAt(hours, cx.now())
}

/** Excludes the last holder, and prefers attendants who had it least often, so that it does not bounce between two. */
function eligible(cx: Cx, { id, connectionId }: Ticket, members: readonly Candidate[]): Candidate[] {
  const { times, last } = holdersOf(cx.db, id)
  const able = members.filter((one) => canTake(one) && one.id !== last && mayServe(cx, one.id, connectionId))
  const least = Math.min(...able.map((one) => times.get(one.id) ?? 0))
  return able.filter((one) => (times.get(one.id) ?? 0) === least)
}

type Explanation = Pick<Distribution, 'reason' | 'open' | 'of' | 'minutes'> & {
  readonly from?: number | null
  /** Whether the ticket is reassigned without an answer in time. */
  readonly awaits?: boolean
}

function assign(cx: Cx, ticket: QueuedTicket, { member }: Selection<Candidate>, why: Explanation) {
  const change = {
    status: 'open',
    userId: member.id,
    isBot: false,
    acceptedAt: ticket.acceptedAt ?? cx.now(),
  } as const
  const move =
    ticket.status === 'pending'
      ? ({ want: 'accept', queueId: null } as const)
      : ({ want: 'transfer', userId: member.id, queueId: ticket.queueId, comment: '' } as const)
  moveTicket(cx, { ticket, change, move, actor: null }, () => logDistribution(cx, ticket, member.name, why))
  record(cx, ticket, member.id, why)
}

/** Logs once that the ticket stays queued. With nobody available, also notifies supervisors. */
function noteUnassigned(cx: Cx, ticket: QueuedTicket, reason: 'nobody' | 'closed'): false {
  const last = lastOf(cx.db, ticket.id)
  if (
    last?.queueId === ticket.queueId &&
    last.userId === null &&
    (last.reason === reason || last.reason === 'unanswered')
  )
    return false
  logDistribution(cx, ticket, null, { reason })
  record(cx, ticket, null, { reason })
  if (reason === 'nobody') notifySupervisors(cx, ticket.queueId)
  return false
}

/** Writes to the ticket's log. */
function logDistribution(
  cx: Cx,
  { id }: Ticket,
  user: string | null,
  { reason, from, open, of, minutes }: Explanation,
) {
  const last = from ? (findUser(cx.db, from)?.name ?? null) : null
  const data: LogData = { user, reason, from: last, open: open ?? null, of: of ?? null, minutes: minutes ?? null }
  writeLog(cx, id, { kind: user === null ? 'notDistributed' : 'distributed', userId: null, data })
}

function record(
  cx: Cx,
  { id, queueId }: QueuedTicket,
  userId: number | null,
  { reason, from, awaits, ...numbers }: Explanation,
) {
  const { lastInsertRowid } = execute(
    cx.db,
    `INSERT INTO distributions (queue_id, ticket_id, user_id, from_user_id, reason, data, awaits_answer, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    [queueId, id, userId, from ?? null, reason, JSON.stringify(numbers), awaits && userId !== null ? 1 : 0, cx.now()],
  )
  const distribution = findDistribution(cx.db, Number(lastInsertRowid))
  cx.emit(distributionMade({ distribution }), (listener) => can(listener, 'queues-page:change'))
}

function notifySupervisors(cx: Cx, queueId: number) {
  const { $client } = cx.db
  const at = getValue(
    $client,
    'SELECT created_at FROM distributions WHERE queue_id = ? AND told = 1 ORDER BY id DESC LIMIT 1',
    queueId,
  )
  const queue = findQueue(cx.db, queueId)
  if (!queue || (typeof at === 'number' && Math.abs(cx.now() - at) < NOTIFY_INTERVAL)) return
  execute(
    $client,
    'UPDATE distributions SET told = 1 WHERE id = (SELECT max(id) FROM distributions WHERE queue_id = ?)',
    queueId,
  )
  const waiting = countWaiting(cx.db, queueId)
  cx.emit(nobodyAvailable({ queue: { id: queueId, name: queue.name }, waiting }), ({ profile }) => profile !== 'user')
}

/** When `distributeWaiting` is next due, in SQL: a ticket waits, or an assignment may have timed out. */
export const NEXT_DISTRIBUTION = `SELECT min(at) FROM (
  SELECT 0 AS at FROM queues q
    WHERE (q.attendants_pool ->> '$.active' OR EXISTS (SELECT 1 FROM settings WHERE key = 'userRandom' AND value = 'enabled'))
    AND EXISTS (SELECT 1 FROM ticket_counts
    WHERE status = 'pending' AND is_group = 0 AND queue_id = q.id AND user_id = 0 AND n > 0)
  UNION ALL
  SELECT (SELECT min(created_at) FROM distributions WHERE awaits_answer = 1 AND queue_id = q.id)
      + (q.attendants_pool ->> '$.timeWithoutResponse') * ${MINUTE}
    FROM queues q WHERE q.attendants_pool ->> '$.active' AND q.attendants_pool ->> '$.enableReassignment')`

/** Assigns waiting tickets, oldest first, as attendants become available. Then reassigns those without an answer. */
export function distributeWaiting(cx: Cx) {
  if (isPaused(cx)) return
  let left = ASSIGNMENTS_PER_RUN
  for (const pooled of listQueuesWithPool(cx.db)) {
    if (left === 0 || isClosed(cx, pooled.queueId)) continue
    left -= assignWaiting(cx, pooled, left)
    if (left > 0) left -= reassignUnanswered(cx, pooled, left)
  }
}

/** By open database: where the previous run stopped in each queue. */
const cursors = new WeakMap<object, Map<number, QueueCursor>>()
const START: QueueCursor = { createdAt: -1, id: 0 }

/**
 * The oldest tickets, plus as many further ones, continuing where the previous run stopped: if nobody present may take any of
 * the oldest, the later ones must not starve.
 */
function someWaiting(db: Db, queueId: number): WaitingTicket[] {
  const oldest = listWaiting(db, queueId, START, MOST_WAITING)
  const last = oldest.at(-1)
  if (!last || oldest.length < MOST_WAITING) return oldest
  const places = getOrMake(cursors, db.$client, () => new Map<number, QueueCursor>())
  const before = places.get(queueId)
  const behind = before && before.createdAt >= last.createdAt ? before : last
  const others = listWaiting(db, queueId, behind, MOST_WAITING).filter(({ id }) => !oldest.some((one) => one.id === id))
  places.set(queueId, (others.length < MOST_WAITING ? undefined : others.at(-1)) ?? START)
  return [...oldest, ...others]
}

/** Returns the number of tickets assigned. */
function assignWaiting(cx: Cx, { queueId, pool }: QueueWithPool, most: number): number {
  if (countWaiting(cx.db, queueId) === 0) return 0
  const able = candidatesOf(cx, queueId, pool).filter(canTake)
  if (able.length === 0) return 0
  const serving = new Map<number, typeof able>()
  let given = 0
  for (const { id, connectionId, lastHolder } of someWaiting(cx.db, queueId)) {
    if (given === most) break
    const those = getOrMake(serving, connectionId, () => able.filter((one) => mayServe(cx, one.id, connectionId)))
    if (!those.some((one) => one.id !== lastHolder)) continue
    if (distribute(cx, id)) given++
    else if (!candidatesOf(cx, queueId, pool).some(canTake)) break
  }
  return given
}

type Awaiting = { readonly id: number; readonly ticketId: number; readonly userId: number; readonly createdAt: number }

/** Reassigns tickets without an answer. Only opening hours count towards the timeout. */
function reassignUnanswered(cx: Cx, { queueId, pool }: QueueWithPool, most: number): number {
  if (!pool.enableReassignment) return 0
  const patience = pool.timeWithoutResponse * MINUTE
  const hours = openingHoursOf(cx, queueId)
  const awaiting = getRows<Awaiting>(
    cx.db,
    `SELECT id, ticket_id AS ticketId, user_id AS userId, created_at AS createdAt FROM distributions
     WHERE awaits_answer = 1 AND queue_id = ? AND created_at <= ? ORDER BY created_at, id LIMIT ?`,
    [queueId, cx.now() - patience, most],
  )
  const due = awaiting.filter(({ createdAt }) => !hours || openTimeBetween(hours, createdAt, cx.now()) >= patience)
  for (const one of due) cx.transaction((cx) => reassign(cx, one, { queueId, pool }))
  return due.length
}

/** Assigns the ticket to another attendant or, with none, returns it to the queue. */
function reassign(cx: Cx, { ticketId, userId: from }: Awaiting, { queueId, pool }: Omit<QueueWithPool, 'name'>) {
  const ticket = findTicket(cx.db, ticketId)
  clearAwaiting(cx, ticketId)
  if (ticket?.status !== 'open' || ticket.userId !== from || ticket.queueId !== queueId) return
  const place = { ...ticket, queueId }
  const why: Explanation = { reason: 'unanswered', from, minutes: pool.timeWithoutResponse }
  const choice = choose(pool.typeAssignment, eligible(cx, place, candidatesOf(cx, queueId, pool)), Math.random)
  if (choice) return assign(cx, place, choice, { ...why, awaits: true })
  const change = { status: 'pending', userId: null } as const
  moveTicket(cx, { ticket, change, move: { want: 'return' }, actor: null }, () => logDistribution(cx, place, null, why))
  record(cx, place, null, why)
  notifySupervisors(cx, queueId)
}

/** The ticket no longer awaits an answer. */
function clearAwaiting(cx: Cx, ticketId: number) {
  if (!anyDistributions(cx.db)) return
  execute(cx.db, 'UPDATE distributions SET awaits_answer = 0 WHERE ticket_id = ? AND awaits_answer = 1', ticketId)
}
const anyDistributions = mayHold('distributions')

/** Records a return, so that the ticket is not assigned to the same attendant again. */
function noteMove(cx: Cx, { before, after, actor }: TicketMove) {
  clearAwaiting(cx, after.id)
  const { queueId } = after
  if (!actor || before.userId === null || !waits(after) || queueId === null || !poolOf(cx.db, queueId)) return
  record(cx, { ...after, queueId }, null, { reason: 'returned', from: before.userId })
}

/** When the oldest entry can be deleted, in SQL. */
export const NEXT_DELETION = `SELECT min(created_at) + ${KEEP_MS} + 1 FROM distributions`

/** Deletes entries older than `KEEP_MS`, except those that await an answer. */
export function deleteOld(cx: Cx) {
  const before = cx.now() - KEEP_MS
  execute(
    cx.db,
    `DELETE FROM distributions WHERE id IN (SELECT id FROM distributions WHERE created_at < ? AND awaits_answer = 0 ORDER BY created_at LIMIT 1000)`,
    before,
  )
}

export const distributionSubscribers: readonly Subscriber[] = [
  on(ticketWaiting, 'inTransaction', (cx, { ticket }) => void distribute(cx, ticket.id)),
  on(ticketMoved, 'inTransaction', noteMove),
  on(ticketClosed, 'inTransaction', (cx, { after }) => clearAwaiting(cx, after.id)),
  on(messagePosted, 'inTransaction', (cx, { ticket, message, userId }) => {
    if (userId !== null && message.mediaType !== 'note') clearAwaiting(cx, ticket.id)
  }),
  on(messageReceived, 'inTransaction', (cx, { ticket, writer }) => {
    if (ticket && writer === 'person') clearAwaiting(cx, ticket.id)
  }),
]
