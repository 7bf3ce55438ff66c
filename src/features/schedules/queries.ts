import type { Actor } from '../../actor'
import { usableBy } from '../../channels/connections/queries'
import { usernameOfContact } from '../../contacts/usernames'
import { fail } from '../../errors'
import type { WaitReason } from '../../outbound/contract'
import { showWait } from '../../outbound/rate/limiter'
import type { Period } from '../../platform/days'
import { finder } from '../../platform/finder'
import { instant } from '../../platform/formats'
import { needleOf } from '../../platform/needle'
import { type Page, pageOf } from '../../platform/pages'
import { getColumn, getOnlyValue, getRows, getValue } from '../../platform/sql'
import { type Condition, type Db, mayHold, oneOf } from '../../platform/sqlite'
import { likeEach } from '../../platform/text'
import { MINUTE } from '../../platform/time'
import { can } from '../../users/permissions'
import {
  MOST_IN_SPAN,
  MOST_REMINDERS,
  manageSchedules,
  maySee,
  type Schedule,
  type ScheduleStatus,
  type ScheduleType,
} from './contract'
import { scheduleErrors } from './errors'
import { type StoredSchedule, schedules } from './tables'

const missing = scheduleErrors.ERR_NO_SCHEDULE_FOUND
export const { find: findSchedule, findOrFail } = finder(schedules, missing)

export function findVisible(db: Db, actor: Actor, id: number): StoredSchedule {
  const found = findOrFail(db, id)
  return maySee(actor, { user: { id: found.userId }, whatsappId: found.connectionId }) ? found : fail(missing)
}

export type ScheduleFilter = {
  readonly search: string
  readonly userIds: readonly number[] | null
  readonly type: ScheduleType | null
  readonly isWaiting: boolean
  readonly contactId: number | null
}

/** Pending ones first, the next due on top, then past ones, the latest on top; each part in the order of an index. */
export function listSchedules(db: Db, actor: Actor, filter: ScheduleFilter, page: number): Page<Schedule> {
  const where = conditionOf(actor, filter)
  const due = { ...where, sql: `${where.sql} AND s.status = 'pending'` }
  const over = { ...where, sql: `${where.sql} AND s.status <> 'pending'` }
  const rows = (from: number, most: number): Schedule[] => {
    const first = rowsOf(db, due, 'ASC', most, from)
    if (first.length === most) return first
    const before = first.length > 0 ? 0 : Math.max(0, from - countOf(db, due))
    return [...first, ...rowsOf(db, over, 'DESC', most - first.length, before)]
  }
  return pageOf({ rows, count: () => countOf(db, where) }, page)
}

const countOf = (db: Db, { sql, params }: Condition): number =>
  getOnlyValue<number>(db, `SELECT count(*) FROM schedules s WHERE ${sql}`, params)

/** Schedules of one calendar span, in order of time. */
export function listSpan(db: Db, actor: Actor, filter: ScheduleFilter, { from, to }: Period) {
  const { sql, params } = conditionOf(actor, filter)
  const where = { sql: `s.send_at >= ? AND s.send_at < ? AND ${sql}`, params: [from, to, ...params] }
  const rows = rowsOf(db, where, 'ASC', MOST_IN_SPAN + 1)
  return { schedules: rows.slice(0, MOST_IN_SPAN), hasMore: rows.length > MOST_IN_SPAN }
}

/** A person's bell, latest first. */
export const listReminders = (db: Db, userId: number): Schedule[] =>
  rowsOf(db, { sql: 's.is_unseen = 1 AND s.user_id = (? + 0)', params: [userId] }, 'DESC', MOST_REMINDERS)

export const readSchedule = (db: Db, id: number): Schedule =>
  rowsOf(db, { sql: 's.id = ?', params: [id] }, 'ASC', 1)[0] ?? fail(missing)

export const countSchedulesOf = (db: Db, userId: number): number =>
  getOnlyValue<number>(db, 'SELECT count(*) FROM schedules WHERE user_id = ?', userId)

export const countSchedules = (db: Db): number => getOnlyValue<number>(db, 'SELECT count(*) FROM schedules')

/** Ids of due schedules, earliest first. */
export const listDue = (db: Db, now: number, most: number): number[] =>
  getColumn<number>(
    db,
    // Deferred ones retry within a minute; a later time means the clock was set back.
    `SELECT id FROM schedules WHERE status = 'pending' AND send_at <= @now
       AND (again_at IS NULL OR again_at <= @now OR again_at > @now + ${MINUTE}) ORDER BY send_at, id LIMIT @most`,
    { now, most },
  )

const anySchedules = mayHold('schedules')

export const scheduleOfMessage = (db: Db, messageId: number): number | undefined =>
  anySchedules(db) ? getValue<number>(db, 'SELECT id FROM schedules WHERE message_id = ?', messageId) : undefined

function conditionOf(actor: Actor, { search, userIds, type, isWaiting, contactId }: ScheduleFilter): Condition {
  const people = can(actor, manageSchedules) ? userIds : [actor.userId]
  const usable = usableBy(actor, 's.connection_id')
  const parts: Condition[] = [
    ...(actor.connectionIds === null
      ? []
      : [{ sql: `(s.user_id = ? OR ${usable.sql})`, params: [actor.userId, ...usable.params] }]),
    ...(people === null ? [] : [oneOf('s.user_id', people)]),
    ...(type === null ? [] : [{ sql: 's.type = ?', params: [type] }]),
    ...(contactId === null ? [] : [{ sql: 's.contact_id = ?', params: [contactId] }]),
    ...(isWaiting ? [{ sql: "s.status = 'pending'", params: [] }] : []),
    ...likeEach('s.words', needleOf(search)),
  ]
  return {
    sql: ['1', ...parts.map(({ sql }) => sql)].join(' AND '),
    params: parts.flatMap(({ params }) => params),
  }
}

type Row = {
  id: number
  type: ScheduleType
  userId: number
  userName: string
  contactId: number
  contactName: string
  contactNumber: string | null
  contactUsername: string | null
  connectionId: number | null
  queueId: number | null
  body: string
  template: string | null
  mediaName: string | null
  mediaType: string | null
  sendAt: number
  sentAt: number | null
  status: ScheduleStatus
  failure: string | null
  waitWhy: WaitReason | null
  waitUntil: number | null
  updatedAt: number
}

const rowsOf = (db: Db, { sql, params }: Condition, order: 'ASC' | 'DESC', most: number, from = 0): Schedule[] =>
  getRows<Row>(
    db,
    `SELECT s.id, s.type, s.user_id AS userId, u.name AS userName, s.contact_id AS contactId, c.name AS contactName,
         c.number AS contactNumber, ${usernameOfContact('c.id')} AS contactUsername, s.connection_id AS connectionId, s.queue_id AS queueId, s.body, s.template,
         s.media ->> '$.name' AS mediaName, s.media ->> '$.mimetype' AS mediaType, s.send_at AS sendAt, s.sent_at AS sentAt,
         s.status, s.failure, s.wait_why AS waitWhy, s.wait_until AS waitUntil, s.updated_at AS updatedAt
       FROM schedules s JOIN users u ON u.id = s.user_id JOIN contacts c ON c.id = s.contact_id
       WHERE ${sql} ORDER BY s.send_at ${order}, s.id ${order} LIMIT ? OFFSET ?`,
    [...params, most, from],
  ).map(described)

const described = (row: Row): Schedule => ({
  id: row.id,
  type: row.type,
  user: { id: row.userId, name: row.userName },
  contactId: row.contactId,
  contact: { id: row.contactId, name: row.contactName, number: row.contactNumber, username: row.contactUsername },
  whatsappId: row.connectionId,
  queueId: row.queueId,
  body: row.body,
  template: row.template === null ? null : (JSON.parse(row.template) as Schedule['template']), // written by our actions alone
  mediaUrl: row.mediaType === null ? null : `/schedules/${row.id}/media-upload`,
  mediaName: row.mediaName,
  mediaType: row.mediaType,
  sendAt: instant(row.sendAt),
  sentAt: row.sentAt === null ? null : instant(row.sentAt),
  status: row.status,
  failure: row.failure,
  wait: row.status === 'pending' ? showWait(row.waitWhy && { why: row.waitWhy, until: row.waitUntil }) : null,
  updatedAt: instant(row.updatedAt),
})

export const countPending = (db: Db): number =>
  getOnlyValue<number>(db, "SELECT count(*) FROM schedules WHERE status = 'pending'")
