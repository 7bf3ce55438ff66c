/** All campaigns at a glance, from their counters. */
import type { Cx } from '../../platform/cx'
import { instant, instantOrNull } from '../../platform/formats'
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
  filter: CampaignFilter,
  { page, size }: { readonly page: number; readonly size: number },
): CampaignMetrics {
  const rows = conditionOf(filter)
  const count = countCampaigns(cx.db, rows)
  return {
    metrics: summaryOf(cx.db, conditionOf({ ...filter, status: null })),
    campaigns: rowsOf(cx, rows, size, size * (page - 1)),
    pagination: { currentPage: page, pages: Math.ceil(count / size) },
    days: daysOf(cx, filter),
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

function daysOf(cx: Cx, { from = null, to = null }: CampaignFilter): CampaignMetrics['days'] {
  const last = dayOf(cx, to === null ? cx.now() : to - 1)
  const least = from ?? (to ?? cx.now()) - (USUAL_DAYS - 1) * DAY
  return statement(
    cx.db.$client,
    `SELECT day, delivered, read, answered, opted_out AS optedOut FROM campaign_days
     WHERE day >= (? || '') AND day <= (? || '') ORDER BY day DESC LIMIT ${MOST_DAYS}`,
  )
    .all(dayOf(cx, least), last)
    .reverse() as CampaignMetrics['days'] // the columns are listed
}

/** Of the company's calendar. */
export const dayOf = (cx: Cx, at: number): string => localOf(at, cx.tenant.timeZone).slice(0, 10)
