/** The dashboard of all campaigns, from their counters. */
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { instant, instantOrNull } from '../../platform/formats'
import { getOrMake } from '../../platform/maps'
import { getOnlyRow, getRows, getTuples } from '../../platform/sql'
import type { Condition, Db } from '../../platform/sqlite'
import { type CampaignMetrics, type CampaignStatus, STATUS } from './contract'
import { localOf } from './local-time'
import { type CampaignFilter, conditionOf, countCampaigns } from './queries'

const RECENT = 5
/** The chart shows at most this many days, the latest. */
const MOST_DAYS = 366

/**
 * Totals, chart and table cover the campaigns that the whole filter selects. The cards ignore its status, because they are the
 * status filter.
 */
export function readMetrics(
  cx: Cx,
  actor: Actor,
  filter: CampaignFilter,
  { page, size }: { readonly page: number; readonly size: number },
): CampaignMetrics {
  const rows = conditionOf(actor, filter)
  const count = countCampaigns(cx.db, rows)
  return {
    metrics: { ...statesOf(cx.db, conditionOf(actor, { ...filter, status: null })), ...totalsOf(cx.db, rows) },
    campaigns: rowsOf(cx, rows, size, size * (page - 1)),
    pagination: { currentPage: page, pages: Math.ceil(count / size) },
    days: daysOf(cx, rows),
  }
}

type States = Omit<CampaignMetrics['metrics'], keyof Totals>

function statesOf(db: Db, { sql, params }: Condition): States {
  const counts = new Map(
    getTuples<[CampaignStatus, number]>(
      db,
      `SELECT c.status, count(*) FROM campaigns c WHERE ${sql} GROUP BY c.status`,
      params,
    ),
  )
  const recent = getRows<States['recentCampaigns'][number]>(
    db,
    `SELECT c.id, c.name FROM campaigns c WHERE ${sql} ORDER BY c.created_at DESC, c.id DESC LIMIT ${RECENT}`,
    params,
  )
  const of = (status: CampaignStatus) => counts.get(status) ?? 0
  return {
    totalCampaigns: [...counts.values()].reduce((sum, one) => sum + one, 0),
    activeCampaigns: of(STATUS.running),
    completedCampaigns: of(STATUS.finished),
    scheduledCampaigns: of(STATUS.scheduled),
    cancelledCampaigns: of(STATUS.stopped),
    inactiveCampaigns: of(STATUS.draft),
    recentCampaigns: recent,
  }
}

type Totals = Pick<CampaignMetrics['metrics'], 'totalContacts' | 'validContacts' | 'totalDelivered' | 'totalConfirmed'>

const totalsOf = (db: Db, { sql, params }: Condition): Totals =>
  getOnlyRow<Totals>(
    db,
    // A campaign that has not started counts the people of its list.
    `SELECT ifnull(sum(iif(p.total > 0, p.total, ifnull(l.contacts_count, 0))), 0) AS totalContacts,
       ifnull(sum(iif(p.total > 0, p.total - p.skipped, ifnull(l.valid_count, 0))), 0) AS validContacts,
       ifnull(sum(p.delivered), 0) AS totalDelivered, ifnull(sum(p.confirmed), 0) AS totalConfirmed
     FROM campaigns c JOIN campaign_progress p ON p.campaign_id = c.id LEFT JOIN contact_lists l ON l.id = c.contact_list_id
     WHERE ${sql}`,
    params,
  )

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
  getRows<Row>(
    cx.db,
    `SELECT c.id, c.name, c.status, c.created_at AS createdAt, c.starts_at AS startsAt, c.completed_at AS completedAt,
         p.total, p.waiting + p.asked AS open
       FROM campaigns c JOIN campaign_progress p ON p.campaign_id = c.id
       WHERE ${sql} ORDER BY c.created_at DESC, c.id DESC LIMIT ? OFFSET ?`,
    [...params, most, from],
  ).map((row) => ({
    id: row.id,
    name: row.name,
    status: row.status,
    progress: progressIn(row),
    createdAt: instant(row.createdAt),
    scheduledAt: row.startsAt === null ? null : localOf(row.startsAt, cx.tenant.timeZone),
    completedAt: instantOrNull(row.completedAt),
  }))

/** Rounds down, so that 100 means nothing is left. */
const progressIn = ({ status, total, open }: Row): number =>
  status === STATUS.finished ? 100 : total === 0 ? 0 : Math.floor((100 * (total - open)) / total)

/**
 * Outcomes by day in the company's time zone. The sums equal the campaigns' totals, except for days older than the chart.
 */
function daysOf(cx: Cx, { sql, params }: Condition): CampaignMetrics['days'] {
  const hours = getRows<Omit<Day, 'day'> & { hour: number }>(
    cx.db,
    `SELECT p.hour, sum(p.delivered) AS delivered, sum(p.read) AS read, sum(p.answered) AS answered, sum(p.opted_out) AS optedOut
     FROM campaigns c JOIN campaign_points p ON p.campaign_id = c.id WHERE ${sql}
     GROUP BY p.hour ORDER BY p.hour DESC LIMIT ${24 * MOST_DAYS}`,
    params,
  )
  const days = new Map<string, Day>()
  for (const { hour, ...more } of hours.reverse()) {
    const day = dayOf(cx, hour)
    const sum = getOrMake(days, day, () => ({ day, delivered: 0, read: 0, answered: 0, optedOut: 0 }))
    sum.delivered += more.delivered
    sum.read += more.read
    sum.answered += more.answered
    sum.optedOut += more.optedOut
  }
  return [...days.values()].slice(-MOST_DAYS)
}
type Day = CampaignMetrics['days'][number]

/**
 * Day in the company's time zone. With a half-hour offset, midnight falls within a stored hour, and half of that hour counts
 * for the wrong day.
 */
const dayOf = (cx: Cx, at: number): string => localOf(at, cx.tenant.timeZone).slice(0, 10)
