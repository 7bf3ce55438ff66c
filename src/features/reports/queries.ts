/** The report's pages, its ready-made views, and its rows in batches. */
import type { Actor } from '../../actor'
import { channelOf } from '../../channels/connections/queries'
import { ChannelKind } from '../../channels/contract'
import { createBudget } from '../../platform/budget'
import type { Cx } from '../../platform/cx'
import type { Period } from '../../platform/days'
import { instant, instantOrNull } from '../../platform/formats'
import { getColumn, getOnlyValue, getRow, getRows } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { DAY } from '../../platform/time'
import type { TicketStatus, TicketTab } from '../../tickets/contract'
import { extraOf } from '../../tickets/fields'
import {
  addUp,
  csatOf,
  type FigureFilter,
  type FigureKey,
  type Figures,
  hoursOf,
  meanSeconds,
  sumFigures,
} from '../../tickets/figures/figures'
import { isCounting } from '../../tickets/figures/recount'
import { namesIn } from '../../tickets/lists/names'
import { codeOf } from '../../tickets/variables/contract'
import type { Grouping, Report, ReportFigures, ReportHours, ReportSummary, ReportTicket } from './contract'
import { MOST_ROWS } from './contract'
import { type ReportFilter, type Selection, selectionOf } from './filter'
import type { PageSize } from './pages/contract'

export function readReport(
  cx: Cx,
  actor: Actor,
  filter: ReportFilter,
  { page, size }: { readonly page: number; readonly size: PageSize },
): Report {
  const selection = selectionOf(cx.db, actor, filter)
  const { sql, params, index, orderBy } = selection
  const total = countOf(cx.db, selection)
  const ids = getColumn<number>(
    cx.db,
    `SELECT t.id FROM tickets t${index} WHERE ${sql} ORDER BY ${orderBy} LIMIT ${size} OFFSET ?`,
    [...params, size * (page - 1)],
  )
  return { tickets: readRows(cx, ids), totalTickets: { total }, page, pages: Math.max(1, Math.ceil(total / size)) }
}

const countOf = (db: Db, { sql, params, index }: Selection): number =>
  getOnlyValue<number>(db, `SELECT count(*) FROM tickets t${index} WHERE ${sql}`, params)

type Row = {
  readonly id: number
  readonly uuid: string
  readonly status: TicketStatus
  readonly tab: TicketTab
  readonly queueId: number | null
  readonly userId: number | null
  readonly connectionId: number
  readonly lastMessage: string
  readonly unread: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly waitsFrom: number
  readonly acceptedAt: number | null
  readonly closedAt: number | null
  readonly contactId: number
  readonly name: string
  readonly number: string | null
  readonly pictureUrl: string | null
  readonly type: 'csat' | 'nps' | null
  readonly value: number | null
  readonly label: string | null
  readonly top: number | null
}

/** In the order of the ids. */
export function readRows(cx: Pick<Cx, 'db' | 'tenant' | 'now' | 'membersOf'>, ids: readonly number[]): ReportTicket[] {
  const rows = getRows<Row>(
    cx.db,
    `SELECT t.id, t.uuid, t.status, t.tab, t.queue_id AS queueId, t.user_id AS userId, t.connection_id AS connectionId, t.last_message AS lastMessage,
       t.unread, t.created_at AS createdAt, t.updated_at AS updatedAt, t.waits_from AS waitsFrom, t.accepted_at AS acceptedAt, t.closed_at AS closedAt,
       c.id AS contactId, c.name, c.number, c.picture_url AS pictureUrl, r.type, r.value, r.label, r.top
     FROM json_each(?) chosen CROSS JOIN tickets t ON t.id = chosen.value CROSS JOIN contacts c ON c.id = t.contact_id
       LEFT JOIN ticket_ratings r ON r.ticket_id = t.id AND r.value IS NOT NULL`,
    JSON.stringify(ids),
  )
  const names = namesIn(cx.db)
  const tags = extraOf(cx, 'tags', ids)
  return rows.map((row): ReportTicket => {
    const queue = row.queueId === null ? null : names.queue(row.queueId)
    const user = row.userId === null ? null : names.user(row.userId)
    const { id, name } = names.connection(row.connectionId)
    const ended = row.acceptedAt ?? (row.tab === 'pending' ? cx.now() : null)
    return {
      id: row.id,
      uuid: row.uuid,
      status: row.status,
      isBot: row.tab === 'bot',
      queueId: row.queueId,
      queue,
      user,
      code: codeOf(row, cx.tenant.timeZone),
      queueName: queue?.name ?? null,
      userName: user?.name ?? null,
      tags: tags.get(row.id) ?? [],
      contact: { id: row.contactId, name: row.name, number: row.number, profilePicUrl: row.pictureUrl },
      contactName: row.name,
      whatsapp: { id, name },
      whatsappName: name,
      lastMessage: row.lastMessage,
      unreadMessages: row.unread,
      createdAt: instant(row.createdAt),
      updatedAt: instant(row.updatedAt),
      acceptedAt: instantOrNull(row.acceptedAt),
      closedAt: row.status === 'closed' ? instantOrNull(row.closedAt) : null,
      waitTime: ended === null ? null : secondsBetween(row.waitsFrom, ended),
      supportTime:
        row.status === 'closed' && row.acceptedAt !== null && row.closedAt !== null
          ? secondsBetween(row.acceptedAt, row.closedAt)
          : null,
      NPS: row.value,
      rating:
        row.type === null || row.value === null
          ? null
          : { type: row.type, value: row.value, top: row.top ?? row.value, label: row.label },
    }
  })
}

const secondsBetween = (from: number, to: number): number => Math.max(0, Math.round((to - from) / 1000))

/** Rows read before yielding to the event loop. */
const ROWS_PER_READ = 100

/** All selected tickets in the order of the pages, in batches by cursor. */
export async function* everyRow(
  cx: Cx,
  actor: () => Actor,
  filter: ReportFilter,
): AsyncGenerator<readonly ReportTicket[]> {
  const budget = createBudget()
  let last: ReportTicket | undefined
  for (let count = 0; count < MOST_ROWS; count += ROWS_PER_READ) {
    await budget.rest()
    const { sql, params, index, orderBy } = selectionOf(cx.db, actor(), filter)
    const at = filter.by === 'closed' ? 't.closed_at' : 't.created_at'
    const behind = last ? ` AND ${at} <= (? + 0) AND (${at}, t.id) < (?, ?)` : ''
    const end = last ? Date.parse((filter.by === 'closed' && last.closedAt) || last.createdAt) : 0
    const ids = getColumn<number>(
      cx.db,
      `SELECT t.id FROM tickets t${index} WHERE ${sql}${behind} ORDER BY ${orderBy} LIMIT ${ROWS_PER_READ}`,
      [...params, ...(last ? [end, end, last.id] : [])],
    )
    const rows = readRows(cx, ids)
    yield rows
    last = rows.at(-1)
    if (ids.length < ROWS_PER_READ) return
  }
}

export type SummaryFilter = FigureFilter

function shown(figures: Figures): ReportFigures {
  const { wait, accepted, support, attended, csat, satisfied, promoters, passives, detractors } = figures
  const { opened, closed, received, sent, asked, answered } = figures
  const nps = promoters + passives + detractors
  return {
    opened,
    closed,
    received,
    sent,
    asked,
    answered,
    promoters,
    passives,
    detractors,
    avgWaitTime: meanSeconds(wait, accepted),
    avgSupportTime: meanSeconds(support, attended),
    rating: csatOf(figures),
    satisfied: csat === 0 ? null : Math.round((1000 * satisfied) / csat) / 1000,
    nps: nps === 0 ? null : Math.round((100 * (promoters - detractors)) / nps),
  }
}

const keys = {
  attendants: 'user_id',
  queues: 'queue_id',
  connections: 'connection_id',
  channels: 'connection_id',
} as const satisfies Record<Exclude<Grouping, 'tags'>, FigureKey>

export async function readSummary(cx: Cx, actor: Actor, filter: SummaryFilter, by: Grouping): Promise<ReportSummary> {
  const sums = by === 'tags' ? await figuresOfTags(cx, actor, filter) : await sumFigures(cx.db, actor, filter, keys[by])
  const groups = by === 'channels' ? sumOfChannels(cx.db, sums) : sums
  const all = by === 'tags' ? await sumFigures(cx.db, actor, filter, 'queue_id') : groups
  const rows = [...groups]
    .filter(([, { opened, closed, received, sent, asked }]) => opened + closed + received + sent + asked > 0)
    .map(([id, figures]) => ({ id, ...namedIn(cx.db, by, id), ...shown(figures) }))
    .sort((a, b) => b.opened - a.opened || b.closed - a.closed || Number(a.id === null) - Number(b.id === null))
  return { total: shown(addUp(all.values())), rows, isCounting: isCounting(cx.db) }
}

/** By place in the list of channels, because the rows of a report have numbers. */
function sumOfChannels(db: Db, sums: ReadonlyMap<number | null, Figures>): Map<number | null, Figures> {
  const channels = new Map<number | null, Figures>()
  for (const [connectionId, figures] of sums) {
    const id = connectionId === null ? null : 1 + ChannelKind.options.indexOf(channelOf(db, connectionId))
    const before = channels.get(id)
    channels.set(id, before ? addUp([before, figures]) : figures)
  }
  return channels
}

function namedIn(db: Db, by: Grouping, id: number | null): { name: string | null; color: string | null } {
  const names = namesIn(db)
  if (id === null) return { name: null, color: null }
  if (by === 'attendants') return { name: names.user(id).name, color: null }
  if (by === 'connections') return { name: names.connection(id).name, color: null }
  if (by === 'channels') return { name: ChannelKind.options[id - 1] ?? null, color: null }
  if (by === 'queues') return names.queue(id)
  const tag = getRow<{ name: string; color: string }>(db, 'SELECT name, color FROM tags WHERE id = ?', id)
  return tag ?? { name: null, color: null }
}

/** Tags change at any time and a ticket may have several, so they are counted from the tickets. */
async function figuresOfTags(cx: Cx, actor: Actor, filter: SummaryFilter): Promise<Map<number, Figures>> {
  const sums = new Map<number, Figures>()
  const none = addUp([])
  const tickets: ReportFilter = {
    by: 'created',
    status: null,
    search: '',
    contactId: null,
    tagIds: null,
    onlyRated: false,
    period: filter.period,
    queueIds: filter.queueIds,
    connectionIds: filter.connectionIds,
    userIds: filter.userIds ?? null,
  }
  const budget = createBudget()
  for (const period of weeksOf(filter.period, cx.now())) {
    await budget.rest()
    const { sql, params, index } = selectionOf(cx.db, actor, { ...tickets, period })
    const found = getRows<Figures & { readonly tag: number }>(
      cx.db,
      `SELECT tt.tag_id AS tag, count(*) AS opened, count(t.accepted_at) AS accepted, sum(max(0, ifnull(t.accepted_at - t.waits_from, 0))) AS wait,
         count(*) FILTER (WHERE t.status = 'closed') AS closed, count(t.accepted_at) FILTER (WHERE t.status = 'closed') AS attended,
         ifnull(sum(max(0, ifnull(t.closed_at - t.accepted_at, 0))) FILTER (WHERE t.status = 'closed'), 0) AS support
       FROM tickets t${index} CROSS JOIN ticket_tags tt ON tt.ticket_id = t.id WHERE ${sql} GROUP BY 1`,
      params,
    )
    for (const { tag, ...figures } of found) sums.set(tag, addUp([sums.get(tag) ?? none, { ...none, ...figures }]))
  }
  return sums
}

/** A period split into parts, each read at once. */
function* weeksOf({ from, to }: Period, now: number): Generator<Period> {
  const end = Math.min(to, now + DAY)
  for (let start = from; start < end; start += 7 * DAY) yield { from: start, to: Math.min(start + 7 * DAY, end) }
}

export async function readHours({ db, tenant }: Cx, actor: Actor, filter: SummaryFilter): Promise<ReportHours> {
  const hours = hoursOf(filter.period, tenant.timeZone)
  const cells = new Map<string, { weekday: number; hour: number; opened: number }>()
  for (const [at, { opened }] of await sumFigures(db, actor, filter, 'hour')) {
    const local = at === null ? undefined : hours.get(at)
    if (!local || opened === 0) continue
    const { weekday, hour } = local
    const key = `${weekday} ${hour}`
    cells.set(key, { weekday, hour, opened: opened + (cells.get(key)?.opened ?? 0) })
  }
  const days = new Map([...hours.values()].map(({ day, weekday }) => [day, weekday]))
  const often = (weekday: number) => [...days.values()].filter((one) => one === weekday).length
  return {
    cells: [...cells.values()].sort((a, b) => a.weekday - b.weekday || a.hour - b.hour),
    days: [1, 2, 3, 4, 5, 6, 7].map(often),
  }
}
