/** The dashboard's numbers: period totals from the stored figures, current ones from the counts of the desk's tabs. */
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import type { Period } from '../../platform/days'
import { instantOrNull } from '../../platform/formats'
import { getOrMake } from '../../platform/maps'
import { getTuples, getValue } from '../../platform/sql'
import { type Condition, type Db, oneOf } from '../../platform/sqlite'
import { DAY, HOUR } from '../../platform/time'
import {
  addUp,
  csatOf,
  type FigureFilter,
  type Figures,
  hoursOf,
  meanSeconds,
  newContacts,
  sumFigures,
} from '../../tickets/figures/figures'
import { isCounting } from '../../tickets/figures/recount'
import { ACTIVE, inTab, NOT_WAITING, WAITING } from '../../tickets/lists/filter'
import { visibleTo } from '../../tickets/visibility'
import { isOnline } from '../../users/people'
import { type User, users } from '../../users/tables'
import type { AttendantFigures, Dashboard, Point, TicketsDay, Totals } from './contract'

export type DashboardFilter = Required<Pick<FigureFilter, 'period' | 'queueIds' | 'connectionIds'>>

export async function readDashboard(cx: Cx, actor: Actor, filter: DashboardFilter): Promise<Dashboard> {
  const { db } = cx
  const open = openNow(db, actor, filter)
  const ofPeople = await sumFigures(db, actor, filter, 'user_id')
  const totals = {
    ...totalsOf(db, filter.period, addUp(ofPeople.values())),
    automatic: ofPeople.get(null)?.sent ?? 0,
  }
  const period = periodBefore(cx, filter.period)
  return {
    supportHappening: sum(open.values()),
    supportPending: waitingNow(db, actor, filter),
    waitingSince: instantOrNull(longestWaiting(db, actor, filter)),
    supportFinished: totals.closed,
    avgSupportTime: totals.avgSupportTime,
    avgWaitTime: totals.avgWaitTime,
    totals,
    before: totalsOf(db, period, addUp((await sumFigures(db, actor, { ...filter, period }, null)).values())),
    attendants: attendantsOf(cx, ofPeople, open),
    isCounting: isCounting(db),
  }
}

/** The period before of equal length; an unfinished day is compared with the same hours a week before. */
export function periodBefore({ tenant, now }: Pick<Cx, 'tenant' | 'now'>, { from, to }: Period): Period {
  const at = (instant: number, days: number) =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(tenant.timeZone).subtract({ days })
      .epochMilliseconds
  const days = Math.round((to - from) / DAY)
  if (days > 1) return { from: at(from, days), to: from }
  const end = now() > from && now() < to ? Math.ceil(now() / HOUR) * HOUR : to
  return { from: at(from, 7), to: at(end, 7) }
}

const totalsOf = (db: Db, period: Period, figures: Figures): Omit<Totals, 'automatic'> => ({
  ...timesOf(figures),
  ...scoresOf(figures),
  opened: figures.opened,
  closed: figures.closed,
  leads: sum(newContacts(db, period).values()),
  received: figures.received,
  sent: figures.sent,
})

const timesOf = ({ wait, accepted, support, attended }: Figures) => ({
  avgWaitTime: meanSeconds(wait, accepted),
  avgSupportTime: meanSeconds(support, attended),
})

function scoresOf(figures: Figures) {
  const { answered, promoters, passives, detractors } = figures
  const nps = promoters + passives + detractors
  return {
    rating: csatOf(figures),
    ratings: answered,
    nps: nps === 0 ? null : Math.round((100 * (promoters - detractors)) / nps),
  }
}

const sum = (all: Iterable<number>): number => [...all].reduce((total, one) => total + one, 0)

/** Active users, and users with tickets in the period; by name. */
function attendantsOf(
  { db, now }: Cx,
  ofPeople: ReadonlyMap<number | null, Figures>,
  open: ReadonlyMap<number | null, number>,
): AttendantFigures[] {
  const isThere = ({ id, active, deletedAt }: User) =>
    (active && deletedAt === null) || ofPeople.has(id) || open.has(id)
  return db
    .select()
    .from(users)
    .orderBy(users.name)
    .all()
    .filter(isThere)
    .map((user) => {
      const figures = addUp([ofPeople.get(user.id) ?? []].flat())
      const { id, name, status, active, deletedAt } = user
      return {
        id,
        name,
        status,
        active: active && deletedAt === null,
        online: isOnline(user, now()),
        open: open.get(id) ?? 0,
        opened: figures.opened,
        closed: figures.closed,
        sent: figures.sent,
        ...timesOf(figures),
        ...scoresOf(figures),
      }
    })
}

/** Conditions on tickets `t`. */
function placed(actor: Actor, { queueIds, connectionIds }: DashboardFilter): Condition {
  const conditions = [visibleTo(actor)]
  if (queueIds) conditions.push(oneOf('ifnull(t.queue_id, 0)', queueIds))
  if (connectionIds) conditions.push(oneOf('t.connection_id', connectionIds))
  return { sql: conditions.map(({ sql }) => sql).join(' AND '), params: conditions.flatMap(({ params }) => params) }
}

const countsOf = (db: Db, status: 'open' | 'pending', { sql, params }: Condition): Map<number | null, number> =>
  new Map(
    getTuples<[number | null, number]>(
      db,
      `SELECT t.user_id, sum(t.n) FROM (SELECT status, is_group, nullif(queue_id, 0) AS queue_id, nullif(user_id, 0) AS user_id, connection_id, n
         FROM ticket_counts WHERE n > 0) t WHERE t.status = '${status}' AND t.is_group = 0 AND ${sql} GROUP BY 1`,
      params,
    ),
  )

const openNow = (db: Db, actor: Actor, filter: DashboardFilter) => countsOf(db, 'open', placed(actor, filter))
const waitingNow = (db: Db, actor: Actor, filter: DashboardFilter): number =>
  sum(countsOf(db, 'pending', placed(actor, filter)).values())

function longestWaiting(db: Db, actor: Actor, filter: DashboardFilter): number | null {
  const { sql, params } = placed(actor, filter)
  const since = getValue(
    db,
    `SELECT ${WAITING} FROM tickets t INDEXED BY tickets_waiting
     WHERE ${inTab('pending').join(' AND ')} AND t.is_group = 0 AND ${ACTIVE} AND ${sql}
     ORDER BY ${WAITING}, t.id LIMIT 1`,
    params,
  )
  return typeof since === 'number' && since < NOT_WAITING ? since : null
}

/** Every day of the period, or every hour of a single day. */
export async function readTimes({ db, tenant }: Cx, actor: Actor, filter: DashboardFilter): Promise<TicketsDay> {
  const figures = await sumFigures(db, actor, filter, 'hour')
  const leads = newContacts(db, filter.period)
  const hours = hoursOf(filter.period, tenant.timeZone)
  const isDay = new Set([...hours.values()].map(({ day }) => day)).size === 1
  const places = new Map<string, { day: string; hour: number | null; of: Figures[]; leads: number }>()
  for (const [at, { day, hour }] of hours) {
    const place = getOrMake(places, isDay ? `${day} ${hour}` : day, () => ({
      day,
      hour: isDay ? hour : null,
      of: [],
      leads: 0,
    }))
    place.of.push(...[figures.get(at) ?? []].flat())
    place.leads += leads.get(at) ?? 0
  }
  const data = [...places.values()].map(({ day, hour, of, leads }): Point => {
    const { opened: total, closed, accepted, received, sent, ...rest } = addUp(of)
    const figures = { opened: total, closed, accepted, received, sent, ...rest }
    return { day, hour, total, closed, accepted, leads, received, sent, ...timesOf(figures), rating: csatOf(figures) }
  })
  return { data, count: sum(data.map(({ total }) => total)) }
}

/** Users who opened or closed tickets, most first. */
export async function readUsers({ db }: Cx, actor: Actor, filter: DashboardFilter) {
  const names = new Map(
    db
      .select({ id: users.id, name: users.name })
      .from(users)
      .all()
      .map(({ id, name }) => [id, name]),
  )
  return [...(await sumFigures(db, actor, filter, 'user_id'))]
    .filter(([, { opened, closed }]) => opened + closed > 0)
    .map(([userId, { opened, closed }]) => ({
      userId,
      name: (userId !== null && names.get(userId)) || null,
      quantity: opened,
      closed,
    }))
    .sort((a, b) => b.quantity - a.quantity)
}
