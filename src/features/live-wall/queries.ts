/** The current state: open and waiting tickets, and their attendants. */
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { instant, instantOrNull } from '../../platform/formats'
import { getTuples } from '../../platform/sql'
import { type Db, reading } from '../../platform/sqlite'
import { ACTIVE, WAITING } from '../../tickets/lists/filter'
import { namesIn } from '../../tickets/lists/names'
import { timeFields } from '../../tickets/lists/summary-fields'
import { visibleTo } from '../../tickets/visibility'
import { isOnline, listActiveUsers } from '../../users/people'
import { hasAllQueues } from '../../users/permissions'
import { MOST_MOMENTS, type Moment, type UsersMoments } from './contract'

/** JSON of a `UsersMoments`. */
export const writeMoments = (cx: Cx, actor: Actor): Buffer<ArrayBuffer> =>
  reading(cx.db.$client, () => {
    const counts = countsOf(cx.db, actor)
    const total = [...counts.values()].reduce((sum, one) => sum + one, 0)
    const wall: UsersMoments = { tickets: momentsOf(cx.db, actor), total, users: usersOf(cx, actor, counts) }
    return Buffer.from(JSON.stringify(wall))
  })

type Row = readonly [
  id: number,
  uuid: string,
  status: 'open' | 'pending',
  isBot: number,
  waitingSince: number | null,
  updatedAt: number,
  connectionId: number,
  queueId: number | null,
  userId: number | null,
  contactId: number,
  name: string,
  pictureUrl: string | null,
]

function momentsOf(db: Db, actor: Actor): Moment[] {
  const { sql, params } = visibleTo(actor)
  /** One ordered range of the index; the two are merged. */
  const part = (status: Row[2]) =>
    `SELECT t.id, ${WAITING} AS since FROM tickets t INDEXED BY tickets_waiting
     WHERE t.status = '${status}' AND t.is_group = 0 AND ${ACTIVE} AND ${sql}`
  const rows = getTuples<Row>(
    db,
    `SELECT t.id, t.uuid, t.status, t.is_bot, ${timeFields.waitingSince}, t.updated_at, t.connection_id, t.queue_id, t.user_id, c.id, c.name, c.picture_url
     FROM (${part('pending')} UNION ALL ${part('open')} ORDER BY 2, 1 LIMIT ${MOST_MOMENTS}) chosen
       CROSS JOIN tickets t ON t.id = chosen.id CROSS JOIN contacts c ON c.id = t.contact_id`,
    [...params, ...params],
  )
  const names = namesIn(db)
  return rows.map(
    ([
      id,
      uuid,
      status,
      isBot,
      waitingSince,
      updatedAt,
      whatsappId,
      queueId,
      userId,
      contactId,
      name,
      profilePicUrl,
    ]) => ({
      id,
      uuid,
      status,
      isGroup: false,
      isBot: isBot === 1,
      whatsappId,
      waitingSince: instantOrNull(waitingSince),
      updatedAt: instant(updatedAt),
      queue: queueId === null ? null : names.queue(queueId),
      user: userId === null ? null : names.user(userId),
      contact: { id: contactId, name, profilePicUrl },
    }),
  )
}

/** By attendant, from the counts of the tabs. Null: no attendant. */
function countsOf(db: Db, actor: Actor): Map<number | null, number> {
  const { sql, params } = visibleTo(actor)
  return new Map(
    getTuples<[number | null, number]>(
      db,
      `SELECT t.user_id, sum(t.n) FROM (SELECT status, is_group, nullif(queue_id, 0) AS queue_id, nullif(user_id, 0) AS user_id, connection_id, n
         FROM ticket_counts WHERE n > 0) t WHERE t.is_group = 0 AND ${sql} GROUP BY 1`,
      params,
    ),
  )
}

function usersOf({ db, now }: Cx, actor: Actor, counts: ReadonlyMap<number | null, number>): UsersMoments['users'] {
  const queueIdsOf = new Map(
    getTuples<[number, string]>(db, 'SELECT user_id, json_group_array(queue_id) FROM user_queues GROUP BY 1').map(
      ([userId, queueIds]) => [userId, JSON.parse(queueIds) as number[]], // ids, grouped by the statement
    ),
  )
  const isColleague = (id: number) =>
    hasAllQueues(actor) || id === actor.userId || counts.has(id) || (queueIdsOf.get(id) ?? []).some(isOwn)
  const isOwn = (queueId: number) => actor.queueIds.includes(queueId)
  return listActiveUsers(db)
    .filter(({ id, deletedAt }) => deletedAt === null && isColleague(id))
    .map((user) => ({
      id: user.id,
      name: user.name,
      online: isOnline(user, now()),
      status: user.status,
      queueIds: queueIdsOf.get(user.id) ?? [],
      conversationLimit: user.conversationLimit,
      open: counts.get(user.id) ?? 0,
    }))
}
