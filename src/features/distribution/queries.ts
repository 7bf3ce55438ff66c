import type { Cx } from '../../platform/cx'
import { instant } from '../../platform/formats'
import { getOnlyRow, getRow, getRows, getTuples, getValue } from '../../platform/sql'
import { type Db, prepared } from '../../platform/sqlite'
import type { AttendantsPool } from '../../queues/contract'
import { findQueue } from '../../queues/queries'
import { queues } from '../../queues/tables'
import { isEnabled } from '../../settings/settings'
import { findActor, isAvailable, isOnline } from '../../users/people'
import { mayUseConnection } from '../../users/permissions'
import type { User } from '../../users/tables'
import type { Member } from './choose'
import type { Distribution, PoolMember, QueueDistribution, Reason } from './contract'

/** How long entries are kept, in milliseconds. */
export const KEEP_MS = 90 * 86_400_000
const LATEST = 20

type MemberRow = Pick<User, 'id' | 'name' | 'profile' | 'status' | 'lastSeenAt' | 'leftAt' | 'hours'> & {
  readonly ownLimit: number | null
  readonly open: number
  readonly turn: number
}

/** The active people of a queue in one statement, because every run reads them. */
const listRows = (db: Db, queueId: number): MemberRow[] =>
  getRows<MemberRow>(
    db,
    `SELECT u.id, u.name, u.profile, u.status, u.last_seen_at AS lastSeenAt, u.left_at AS leftAt, u.hours, u.conversation_limit AS ownLimit,
       (SELECT count(*) FROM tickets WHERE user_id = u.id AND status = 'open' AND is_group = 0) AS open,
       (SELECT ifnull(max(id), 0) FROM distributions WHERE queue_id = q.queue_id AND user_id = u.id) AS turn
     FROM user_queues q JOIN users u ON u.id = q.user_id WHERE q.queue_id = ? AND u.active = 1 ORDER BY u.id`,
    queueId,
  )

export function listMembers(cx: Cx, queueId: number): PoolMember[] {
  return listRows(cx.db, queueId).map((row) => {
    const available = isAvailable(cx, { ...row, active: true })
    const { id, name, status, open, ownLimit, turn } = row
    const isHere = isOnline(row, cx.now())
    const presence = !isHere ? 'offline' : status !== 'available' ? status : available ? status : 'offDuty'
    return { id, name, presence, isAvailable: available, open, ownLimit, turn }
  })
}

export type Candidate = Member & { readonly name: string }

/** The queue's people, each with the limit that applies. */
export const candidatesOf = (cx: Cx, queueId: number, { conversationLimit }: AttendantsPool): Candidate[] =>
  listMembers(cx, queueId).map(({ ownLimit, ...member }) => ({ ...member, limit: ownLimit ?? conversationLimit }))

/** Users without a list of connections may use any. */
export function mayServe({ db, tenant }: Cx, userId: number, connectionId: number): boolean {
  const actor = findActor(db, userId, tenant, '')
  return actor !== undefined && mayUseConnection(actor, connectionId)
}

/** Pool of queues without one, if the company distributes at random (`userRandom`). */
const randomPool: AttendantsPool = {
  active: true,
  typeAssignment: 'random',
  enableReassignment: false,
  timeWithoutResponse: 10,
  conversationLimit: null,
}

export function poolOf(db: Db, queueId: number): AttendantsPool | null {
  const pool = findQueue(db, queueId)?.attendantsPool
  return pool?.active ? pool : defaultPool(db)
}

const defaultPool = (db: Db): AttendantsPool | null => (isEnabled(db, 'userRandom') ? randomPool : null)

export type QueueWithPool = { readonly queueId: number; readonly name: string; readonly pool: AttendantsPool }

/** The queues with automatic distribution. */
export function listQueuesWithPool(db: Db): QueueWithPool[] {
  const otherwise = defaultPool(db)
  return prepared(db, queuePools)
    .all()
    .flatMap(({ queueId, name, own }) => {
      const pool = own?.active ? own : otherwise
      return pool ? [{ queueId, name, pool }] : []
    })
}

const queuePools = (db: Db) =>
  db
    .select({ queueId: queues.id, name: queues.name, own: queues.attendantsPool })
    .from(queues)
    .orderBy(queues.id)
    .prepare()

export const countWaiting = (db: Db, queueId: number): number =>
  Number(
    getValue(
      db,
      `SELECT ifnull(sum(n), 0) FROM ticket_counts WHERE queue_id = ? AND status = 'pending' AND is_group = 0 AND user_id = 0`,
      queueId,
    ),
  )

const lastHolder = `SELECT ifnull(user_id, from_user_id) FROM distributions d
  WHERE d.ticket_id = t.id AND ifnull(user_id, from_user_id) IS NOT NULL ORDER BY id DESC LIMIT 1`

export type WaitingTicket = {
  readonly id: number
  readonly createdAt: number
  readonly connectionId: number
  readonly lastHolder: number | null
}
/** Position in a queue to continue after. */
export type QueueCursor = Pick<WaitingTicket, 'createdAt' | 'id'>

/** Tickets waiting for people in a queue, oldest first. */
export const listWaiting = (db: Db, queueId: number, behind: QueueCursor, most: number): WaitingTicket[] =>
  getRows<WaitingTicket>(
    db,
    `SELECT t.id, t.created_at AS createdAt, t.connection_id AS connectionId, (${lastHolder}) AS lastHolder FROM tickets t
     WHERE t.status = 'pending' AND t.is_group = 0 AND t.is_bot = 0 AND t.user_id IS NULL AND t.queue_id = ?
       AND (t.created_at, t.id) > (?, ?)
     ORDER BY t.created_at, t.id LIMIT ?`,
    [queueId, behind.createdAt, behind.id, most],
  )

/** How often each attendant was assigned this ticket, and who had it last. */
export function holdersOf(db: Db, ticketId: number) {
  const times = getTuples<[number, number]>(
    db,
    'SELECT user_id, count(*) FROM distributions WHERE ticket_id = ? AND user_id IS NOT NULL GROUP BY user_id',
    ticketId,
  )
  const last = getValue(db, `SELECT (${lastHolder}) FROM tickets t WHERE t.id = ?`, ticketId)
  return { times: new Map(times), last: typeof last === 'number' ? last : null }
}

/** The ticket's latest entry. */
export const lastOf = (db: Db, ticketId: number) =>
  getRow<{ queueId: number; userId: number | null; reason: Reason }>(
    db,
    'SELECT queue_id AS queueId, user_id AS userId, reason FROM distributions WHERE ticket_id = ? ORDER BY id DESC LIMIT 1',
    ticketId,
  )

const selected = `SELECT d.id, d.queue_id AS queueId, d.ticket_id AS ticketId, c.name AS contact, d.user_id AS userId, u.name AS userName,
    d.from_user_id AS fromId, f.name AS fromName, d.reason, d.data, d.created_at AS createdAt
  FROM distributions d JOIN tickets t ON t.id = d.ticket_id JOIN contacts c ON c.id = t.contact_id
  LEFT JOIN users u ON u.id = d.user_id LEFT JOIN users f ON f.id = d.from_user_id`

type Row = {
  readonly id: number
  readonly queueId: number
  readonly ticketId: number
  readonly contact: string
  readonly userId: number | null
  readonly userName: string | null
  readonly fromId: number | null
  readonly fromName: string | null
  readonly reason: Reason
  readonly data: string
  readonly createdAt: number
}

function shown({ userId, userName, fromId, fromName, data, createdAt, ...row }: Row): Distribution {
  return {
    ...row,
    user: userId === null ? null : { id: userId, name: userName ?? '' },
    from: fromId === null ? null : { id: fromId, name: fromName ?? '' },
    ...(JSON.parse(data) as Pick<Distribution, 'open' | 'of' | 'minutes'>), // written by `record`
    createdAt: instant(createdAt),
  }
}

export const findDistribution = (db: Db, id: number): Distribution =>
  shown(getOnlyRow<Row>(db, `${selected} WHERE d.id = ?`, id)) // just inserted

export const distributionOf = (cx: Cx, queueId: number): QueueDistribution => ({
  members: listMembers(cx, queueId),
  waiting: countWaiting(cx.db, queueId),
  latest: getRows<Row>(cx.db, `${selected} WHERE d.queue_id = ? ORDER BY d.id DESC LIMIT ${LATEST}`, queueId).map(
    shown,
  ),
})
