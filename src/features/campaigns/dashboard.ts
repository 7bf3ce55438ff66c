/** All campaigns at a glance, from their counters. */
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { instant, instantOrNull } from '../../platform/formats'
import { getOrMake } from '../../platform/maps'
import { type Condition, type Db, statement } from '../../platform/sqlite'
import type { CampaignMetrics, CampaignStatus } from './contract'
import { localOf } from './local-time'
import { type CampaignFilter, conditionOf, countCampaigns } from './queries'

const RECENT = 5
/** Of the chart: the latest. */
const MOST_DAYS = 366

/**
 * Totals, chart and table are of the same campaigns. The cards count what the name and the dates leave, whatever the status: it
 * is by them that it is chosen.
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
    statement(db.$client, `SELECT c.status, count(*) FROM campaigns c WHERE ${sql} GROUP BY c.status`)
      .raw()
      .all(...params) as [CampaignStatus, number][], // the columns are listed
  )
  const recent = statement(
    db.$client,
    `SELECT c.id, c.name FROM campaigns c WHERE ${sql} ORDER BY c.created_at DESC, c.id DESC LIMIT ${RECENT}`,
  ).all(...params) as States['recentCampaigns'] // the columns are listed
  const of = (status: CampaignStatus) => counts.get(status) ?? 0
  return {
    totalCampaigns: [...counts.values()].reduce((sum, one) => sum + one, 0),
    activeCampaigns: of('EM_ANDAMENTO'),
    completedCampaigns: of('FINALIZADA'),
    scheduledCampaigns: of('PROGRAMADA'),
    cancelledCampaigns: of('CANCELADA'),
    inactiveCampaigns: of('INATIVA'),
    recentCampaigns: recent,
  }
}

type Totals = Pick<CampaignMetrics['metrics'], 'totalContacts' | 'validContacts' | 'totalDelivered' | 'totalConfirmed'>

const totalsOf = (db: Db, { sql, params }: Condition): Totals =>
  statement(
    db.$client,
    // One that has not begun counts the people of its list.
    `SELECT ifnull(sum(iif(p.total > 0, p.total, ifnull(l.contacts_count, 0))), 0) AS totalContacts,
       ifnull(sum(iif(p.total > 0, p.total - p.skipped, ifnull(l.valid_count, 0))), 0) AS validContacts,
       ifnull(sum(p.delivered), 0) AS totalDelivered, ifnull(sum(p.confirmed), 0) AS totalConfirmed
     FROM campaigns c JOIN campaign_progress p ON p.campaign_id = c.id LEFT JOIN contact_lists l ON l.id = c.contact_list_id
     WHERE ${sql}`,
  ).get(...params) as Totals // the columns are listed

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

/**
 * What came back from these campaigns, by day of the company: its sums are their totals, but for what is older than the days
 * that are drawn.
 */
function daysOf(cx: Cx, { sql, params }: Condition): CampaignMetrics['days'] {
  const hours = statement(
    cx.db.$client,
    `SELECT p.hour, sum(p.delivered) AS delivered, sum(p.read) AS read, sum(p.answered) AS answered, sum(p.opted_out) AS optedOut
     FROM campaigns c JOIN campaign_points p ON p.campaign_id = c.id WHERE ${sql}
     GROUP BY p.hour ORDER BY p.hour DESC LIMIT ${24 * MOST_DAYS}`,
  ).all(...params) as (Omit<Day, 'day'> & { hour: number })[] // the columns are listed
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
 * Of the company's calendar. Where a zone's offset is of half hours, a day begins within an hour: half of it counts for the
 * other day.
 */
const dayOf = (cx: Cx, at: number): string => localOf(at, cx.tenant.timeZone).slice(0, 10)
