/** All campaigns at a glance, from their counters. */
import type { Actor } from '../../actor'
import { usableBy } from '../../channels/connections/queries'
import type { Cx } from '../../platform/cx'
import { instant, instantOrNull } from '../../platform/formats'
import { getOrMake } from '../../platform/maps'
import { type Condition, type Db, statement } from '../../platform/sqlite'
import { DAY } from '../../platform/time'
import type { CampaignMetrics, CampaignStatus } from './contract'
import { localOf } from './local-time'
import { type CampaignFilter, conditionOf, countCampaigns } from './queries'

const RECENT = 5
/** Of the chart, where no dates were chosen, and at the most. */
const USUAL_DAYS = 30
const MOST_DAYS = 366

/** The cards count what the name and the dates leave, whatever the status: it is by them that it is chosen. */
export function readMetrics(
  cx: Cx,
  actor: Actor,
  filter: CampaignFilter,
  { page, size }: { readonly page: number; readonly size: number },
): CampaignMetrics {
  const rows = conditionOf(actor, filter)
  const count = countCampaigns(cx.db, rows)
  return {
    metrics: summaryOf(cx.db, conditionOf(actor, { ...filter, status: null })),
    campaigns: rowsOf(cx, rows, size, size * (page - 1)),
    pagination: { currentPage: page, pages: Math.ceil(count / size) },
    days: actor.connectionIds === null ? daysOf(cx, filter) : daysOver(cx, actor, filter),
  }
}

type Sums = { readonly total: number; readonly valid: number; readonly delivered: number; readonly confirmed: number }

function summaryOf(db: Db, { sql, params }: Condition): CampaignMetrics['metrics'] {
  const counts = new Map(
    statement(db.$client, `SELECT c.status, count(*) FROM campaigns c WHERE ${sql} GROUP BY c.status`)
      .raw()
      .all(...params) as [CampaignStatus, number][], // the columns are listed
  )
  const sums = statement(
    db.$client,
    // One that has not begun counts the people of its list.
    `SELECT ifnull(sum(iif(p.total > 0, p.total, ifnull(l.contacts_count, 0))), 0) AS total,
       ifnull(sum(iif(p.total > 0, p.total - p.skipped, ifnull(l.valid_count, 0))), 0) AS valid,
       ifnull(sum(p.delivered), 0) AS delivered, ifnull(sum(p.confirmed), 0) AS confirmed
     FROM campaigns c JOIN campaign_progress p ON p.campaign_id = c.id LEFT JOIN contact_lists l ON l.id = c.contact_list_id
     WHERE ${sql}`,
  ).get(...params) as Sums // the columns are listed
  const recent = statement(
    db.$client,
    `SELECT c.id, c.name FROM campaigns c WHERE ${sql} ORDER BY c.created_at DESC, c.id DESC LIMIT ${RECENT}`,
  ).all(...params) as CampaignMetrics['metrics']['recentCampaigns'] // the columns are listed
  const of = (status: CampaignStatus) => counts.get(status) ?? 0
  return {
    totalCampaigns: [...counts.values()].reduce((sum, one) => sum + one, 0),
    activeCampaigns: of('EM_ANDAMENTO'),
    completedCampaigns: of('FINALIZADA'),
    scheduledCampaigns: of('PROGRAMADA'),
    cancelledCampaigns: of('CANCELADA'),
    inactiveCampaigns: of('INATIVA'),
    totalContacts: sums.total,
    validContacts: sums.valid,
    totalDelivered: sums.delivered,
    totalConfirmed: sums.confirmed,
    recentCampaigns: recent,
  }
}

type Row = {
  readonly id: number
  readonly name: string
  readonly status: CampaignStatus
  readonly createdAt: number
  readonly startsAt: number | null
  readonly completedAt: number | null
  readonly total: number
  readonly open: number
}

const rowsOf = (cx: Cx, { sql, params }: Condition, most: number, from: number): CampaignMetrics['campaigns'] =>
  (
    statement(
      cx.db.$client,
      `SELECT c.id, c.name, c.status, c.created_at AS createdAt, c.starts_at AS startsAt, c.completed_at AS completedAt,
         p.total, p.waiting + p.asked AS open
       FROM campaigns c JOIN campaign_progress p ON p.campaign_id = c.id
       WHERE ${sql} ORDER BY c.created_at DESC, c.id DESC LIMIT ? OFFSET ?`,
    ).all(...params, most, from) as Row[]
  ) // the columns are listed
    .map((row) => ({
      id: row.id,
      name: row.name,
      status: row.status,
      progress: progressIn(row),
      createdAt: instant(row.createdAt),
      scheduledAt: row.startsAt === null ? null : localOf(row.startsAt, cx.tenant.timeZone),
      completedAt: instantOrNull(row.completedAt),
    }))

/** A whole hundred only when nothing is left. */
const progressIn = ({ status, total, open }: Row): number =>
  status === 'FINALIZADA' ? 100 : total === 0 ? 0 : Math.floor((100 * (total - open)) / total)

const firstOf = (cx: Cx, { from = null, to = null }: CampaignFilter): number =>
  from ?? (to ?? cx.now()) - (USUAL_DAYS - 1) * DAY

function daysOf(cx: Cx, filter: CampaignFilter): CampaignMetrics['days'] {
  const { to = null } = filter
  const last = dayOf(cx, to === null ? cx.now() : to - 1)
  return statement(
    cx.db.$client,
    `SELECT day, delivered, read, answered, opted_out AS optedOut FROM campaign_days
     WHERE day >= (? || '') AND day <= (? || '') ORDER BY day DESC LIMIT ${MOST_DAYS}`,
  )
    .all(dayOf(cx, firstOf(cx, filter)), last)
    .reverse() as CampaignMetrics['days'] // the columns are listed
}

/** The same of the connections that the person may use: the days are kept for all of them together. */
function daysOver(cx: Cx, actor: Actor, filter: CampaignFilter): CampaignMetrics['days'] {
  const { sql, params } = usableBy(actor, 'c.connection_id')
  const hours = statement(
    cx.db.$client,
    `SELECT p.hour, sum(p.delivered) AS delivered, sum(p.read) AS read, sum(p.answered) AS answered, sum(p.opted_out) AS optedOut
     FROM campaign_points p JOIN campaigns c ON c.id = p.campaign_id
     WHERE p.hour >= ? AND p.hour < ? AND ${sql} GROUP BY p.hour ORDER BY p.hour DESC LIMIT ${24 * MOST_DAYS}`,
  ).all(firstOf(cx, filter), filter.to ?? cx.now(), ...params) as (Omit<Day, 'day'> & { hour: number })[] // the columns are listed
  const days = new Map<string, Day>()
  for (const { hour, ...more } of hours.reverse()) {
    const day = dayOf(cx, hour)
    const sum = getOrMake(days, day, () => ({ day, delivered: 0, read: 0, answered: 0, optedOut: 0 }))
    sum.delivered += more.delivered
    sum.read += more.read
    sum.answered += more.answered
    sum.optedOut += more.optedOut
  }
  return [...days.values()]
}
type Day = CampaignMetrics['days'][number]

/** Of the company's calendar. */
export const dayOf = (cx: Cx, at: number): string => localOf(at, cx.tenant.timeZone).slice(0, 10)
