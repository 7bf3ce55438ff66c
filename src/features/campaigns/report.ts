/** A campaign's report: its counters over time, its send rate, and its deliveries a page at a time. */

import type { Actor } from '../../actor'
import { contactOfKey } from '../../contacts/number'
import { numberNeedles } from '../../contacts/number-needle'
import { usernameOfContact } from '../../contacts/usernames'
import { forecast, sendLimitsOf } from '../../outbound/rate/limiter'
import type { Cx } from '../../platform/cx'
import { instant, instantOrNull } from '../../platform/formats'
import { needleOf } from '../../platform/needle'
import { PAGE_SIZE, readCursor, writeCursor } from '../../platform/pages'
import { getRow, getRows, getValue } from '../../platform/sql'
import type { Condition, Db } from '../../platform/sqlite'
import { likeEach } from '../../platform/text'
import { HOUR } from '../../platform/time'
import { visibleTo } from '../../tickets/visibility'
import type { MessageCosts } from '../message-costs/service'
import { type CampaignReport, type Delivery, type DeliveryFilter, type DeliveryState, STATUS } from './contract'
import { costOfCampaign } from './cost'
import { findUsableCampaign, isColdHeld, progressOf, readCampaign } from './queries'
import type { Progress } from './tables'

export function readReport(cx: Cx, actor: Actor, id: number, { prices }: MessageCosts): CampaignReport {
  const { connectionId } = findUsableCampaign(cx, actor, id)
  const campaign = readCampaign(cx, id)
  return {
    campaign,
    points: pointsOf(cx, id),
    pace: campaign.status === STATUS.running ? paceOf(cx, id, connectionId) : null,
    openTickets: openTickets(cx.db, id),
    cost: costOfCampaign(cx, prices(), id),
  }
}

type Point = { readonly hour: number } & Record<'delivered' | 'read' | 'answered' | 'optedOut', number>

/** The chart shows at most this many hours (two months), the latest. */
const MOST_POINTS = 1_500

/** Cumulative, one point at the end of each hour; the current hour's point is at now. */
function pointsOf(cx: Cx, id: number): CampaignReport['points'] {
  const rows = getRows<Point>(
    cx.db,
    'SELECT hour, delivered, read, answered, opted_out AS optedOut FROM campaign_points WHERE campaign_id = (? + 0) ORDER BY hour',
    id,
  )
  const sum = { delivered: 0, read: 0, answered: 0, optedOut: 0 }
  return rows
    .map(({ hour, ...more }) => {
      sum.delivered += more.delivered
      sum.read += more.read
      sum.answered += more.answered
      sum.optedOut += more.optedOut
      return { at: instant(Math.min(hour + HOUR, cx.now())), ...sum }
    })
    .slice(-MOST_POINTS)
}

function paceOf(cx: Cx, id: number, connectionId: number | null): CampaignReport['pace'] {
  if (connectionId === null) return null
  const { meanSeconds, untilPause } = sendLimitsOf(cx, connectionId)
  const { waiting, coldWaiting } = progressOf(cx.db, id)
  const { endsAt } = forecast(cx, connectionId, { warm: waiting - coldWaiting, cold: coldWaiting }, cx.now())
  return { seconds: meanSeconds, untilPause, endsAt: instantOrNull(endsAt) }
}

const openTickets = (db: Db, id: number): number =>
  Number(
    getValue(
      db,
      `SELECT count(*) FROM (SELECT ticket_id FROM campaign_deliveries WHERE campaign_id = (? + 0) AND ticket_id IS NOT NULL LIMIT 10000) d
       CROSS JOIN tickets t ON t.id = d.ticket_id WHERE t.status <> 'closed'`,
      id,
    ),
  )

/** Each condition has its own index. */
const tabs: Readonly<Record<DeliveryFilter, string>> = {
  all: '1',
  waiting: "d.state IN ('waiting', 'sending', 'asked')",
  delivered: 'd.delivered_at IS NOT NULL',
  answered: 'd.answered_at IS NOT NULL',
  failed: "d.state = 'failed'",
  optedOut: "d.state = 'optedOut'",
  skipped: "d.state = 'skipped'",
}

const countsOf = (of: Progress): Record<DeliveryFilter, number> => ({
  all: of.total,
  waiting: of.waiting + of.asked,
  delivered: of.delivered,
  answered: of.answered,
  failed: of.failed,
  optedOut: of.optedOut,
  skipped: of.skipped,
})

/** Rows a search scans per page; the next page continues there. The tab of all rows scans a covering index, so it scans more. */
const searchedAtOnce = (tab: string): number => (tab === tabs.all ? 20_000 : 5_000)

export type DeliveryQuery = {
  readonly filter: DeliveryFilter
  readonly search: string
  readonly after: string | null
  readonly most?: number
}

/** Latest change first. */
export function listDeliveries(
  cx: Cx,
  actor: Actor,
  id: number,
  { filter, search, after, most = PAGE_SIZE }: DeliveryQuery,
) {
  const progress = progressOf(cx.db, id)
  const start = after === null ? LAST : readCursor(after)
  const words = needleOf(search)
  const found = rowsBehind(cx.db, actor, id, { tab: tabs[filter], start, words, most: most + 1 })
  const shown = found.slice(0, most)
  const [last, further] = [shown.at(-1), found.length > most]
  const next = further ? last : words.length === 0 ? undefined : endOfSearch(cx.db, id, tabs[filter], start)
  return {
    deliveries: shown.map((row) => described(row, isColdHeld(progress))),
    hasMore: next !== undefined,
    next: next === undefined ? null : writeCursor({ value: next.at, id: next.id }),
    counts: countsOf(progress),
  }
}
/** A cursor after which every row comes. */
const LAST = { value: 9_999_999_999_999, id: 9_999_999_999_999 }

type PageWindow = {
  readonly tab: string
  readonly start: typeof LAST
  readonly words: readonly string[]
  readonly most: number
}

/** Users type numbers with separators. */
function saying(words: readonly string[]): Condition {
  const typed = words.join(' ').normalize('NFKC')
  const parts = likeEach('d.words', words)
  const each = { sql: parts.map(({ sql }) => sql).join(' AND '), params: parts.flatMap(({ params }) => params) }
  if (!/^[\d\s()+-]+$/.test(typed) || typed.replace(/\D/g, '').length < 4) return each
  const numbers = numberNeedles(typed).flatMap((form) => likeEach('d.words', [form]))
  return { sql: numbers.map(({ sql }) => sql).join(' OR '), params: numbers.flatMap(({ params }) => params) }
}

function rowsBehind(db: Db, actor: Actor, id: number, { tab, start, words, most }: PageWindow): Row[] {
  const behind = 'd.campaign_id = (? + 0) AND (d.at, d.id) < ((? + 0), (? + 0))'
  const from = [id, start.value, start.id]
  const visible = visibleTo(actor)
  const columns = `${COLUMNS}, ${visible.sql} AS isVisible`
  const wanted = saying(words)
  const rows =
    words.length === 0
      ? getRows(
          db,
          `SELECT ${columns} FROM campaign_deliveries d ${JOINED}
           WHERE ${behind} AND ${tab} ORDER BY d.at DESC, d.id DESC LIMIT ${most}`,
          [...visible.params, ...from],
        )
      : getRows(
          db,
          `SELECT ${columns} FROM (
             SELECT d.id FROM (SELECT d.id, d.words FROM campaign_deliveries d WHERE ${behind} AND ${tab}
               ORDER BY d.at DESC, d.id DESC LIMIT ${searchedAtOnce(tab)}) d WHERE ${wanted.sql}
           ) chosen CROSS JOIN campaign_deliveries d ON d.id = chosen.id ${JOINED}
           ORDER BY d.at DESC, d.id DESC LIMIT ${most}`,
          [...visible.params, ...from, ...wanted.params],
        )
  return rows as Row[] // the columns are listed
}

/** Where a search without a full page stopped scanning; undefined when it scanned everything. */
const endOfSearch = (db: Db, id: number, tab: string, start: typeof LAST) =>
  getRow<{ at: number; id: number }>(
    db,
    `SELECT d.at, d.id FROM campaign_deliveries d WHERE d.campaign_id = (? + 0) AND (d.at, d.id) < ((? + 0), (? + 0)) AND ${tab}
     ORDER BY d.at DESC, d.id DESC LIMIT 1 OFFSET ${searchedAtOnce(tab) - 1}`,
    [id, start.value, start.id],
  )

/** The ticket that the answer opened, else the ticket of the message. */
const JOINED = `LEFT JOIN messages m ON m.id = ifnull(d.message_id, d.confirmation_id)
  LEFT JOIN tickets t ON t.id = ifnull(d.ticket_id, m.ticket_id)`
const COLUMNS = `d.id, d.name, d.number, ${usernameOfContact('d.contact_id')} AS username, d.contact_id AS contactId, d.text, d.state, d.is_cold AS isCold, d.reason, d.answer,
  d.asked_at AS askedAt, d.confirmed_at AS confirmedAt, d.sent_at AS sentAt, d.delivered_at AS deliveredAt,
  d.read_at AS readAt, d.at, t.id AS ticketId, t.uuid AS ticketUuid`
type Row = {
  readonly id: number
  readonly name: string
  readonly number: string
  readonly username: string | null
  readonly contactId: number | null
  readonly text: number
  readonly state: Exclude<DeliveryState, 'cold'>
  readonly isCold: number
  readonly reason: string | null
  readonly answer: string | null
  readonly askedAt: number | null
  readonly confirmedAt: number | null
  readonly sentAt: number | null
  readonly deliveredAt: number | null
  readonly readAt: number | null
  readonly at: number
  readonly ticketId: number | null
  readonly ticketUuid: string | null
  /** Null without a ticket. */
  readonly isVisible: number | null
}

const described = (row: Row, coldIsHeld: boolean): Delivery => ({
  id: row.id,
  name: row.name,
  number: contactOfKey(row.number) === undefined ? row.number : null,
  username: row.username,
  contactId: row.contactId,
  text: row.state === 'skipped' ? null : row.text,
  state: coldIsHeld && row.state === 'waiting' && row.isCold === 1 ? 'cold' : row.state,
  reason: row.reason,
  answer: isHidden(row) ? null : row.answer,
  confirmationRequestedAt: instantOrNull(row.askedAt),
  confirmedAt: instantOrNull(row.confirmedAt),
  sentAt: instantOrNull(row.sentAt),
  deliveredAt: instantOrNull(row.deliveredAt),
  readAt: instantOrNull(row.readAt),
  at: instant(row.at),
  ticket:
    row.ticketId === null || row.ticketUuid === null || isHidden(row)
      ? null
      : { id: row.ticketId, uuid: row.ticketUuid },
})

/** Hides a conversation from users who may not open it. */
const isHidden = ({ ticketId, isVisible }: Row): boolean => ticketId !== null && isVisible !== 1
