/** One page of a desk tab, and the counts beside the tabs. */

import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { PAGE_SIZE, readCursor, writeCursor } from '../../platform/pages'
import { getOnlyValue, getRows } from '../../platform/sql'
import type { Condition, Db } from '../../platform/sqlite'
import { createUtf8Writer } from '../../platform/utf8'
import { can } from '../../users/permissions'
import type { TicketCounters, TicketTab } from '../contract'
import { fewOf } from '../fields'
import { visibleTo } from '../visibility'
import { type ListFilter, lateTickets, NOT_WAITING, orderOf, type PageEnd, ticketsOf } from './filter'
import { readTickets, type Times, writeSummaries } from './lines'
import { type Slice, searchTickets } from './search'

/**
 * Where each served page ended, so that the next one starts there: the cost does not grow with depth, and no row
 * repeats if one moves up meanwhile. Only for clients that page by number, and shared by all screens of a user; our own
 * screens send the cursor.
 */
export type PageEnds = { readonly ends: Map<string, PageEnd> }
const MOST_ENDS = 5000
export const createPageEnds = (): PageEnds => ({ ends: new Map() })

type Company = Pick<Cx, 'db' | 'tenant' | 'membersOf'>

/** JSON of a `TicketPage`. */
export function writeTickets(cx: Company, actor: Actor, filter: ListFilter, { ends }: PageEnds): Buffer<ArrayBuffer> {
  const { db, tenant } = cx
  const key = `${actor.tenantId}/${actor.userId}/${JSON.stringify({ ...filter, page: 0 })}`
  const start = filter.after === null ? ends.get(`${key}/${filter.page - 1}`) : readCursor(filter.after)
  const offset = start ? 0 : PAGE_SIZE * (filter.page - 1)
  const found = readTickets(db, chosenBy(cx, actor, filter, { start, offset, most: PAGE_SIZE + 1 }))
  const last = found.times[PAGE_SIZE - 1]
  const end = last && found.times.length > PAGE_SIZE ? endOf(last, filter) : null
  if (end && filter.after === null) remember(ends, `${key}/${filter.page}`, end)
  const page = createUtf8Writer(2 * found.text.length + ROOM)
  page.text('{"tickets":[')
  writeSummaries(page, cx, found, { most: PAGE_SIZE, timeZone: tenant.timeZone })
  page.text(`],"hasMore":${end !== null},"next":${end ? `"${writeCursor(end)}"` : 'null'}}`)
  return page.whole()
}

const endOf = ([id, updatedAt, waitingSince]: Times, filter: ListFilter): PageEnd => ({
  value: orderOf(filter) === 'waiting' ? (waitingSince ?? NOT_WAITING) : updatedAt,
  id,
})

/** The bytes of a page besides its tickets. */
const ROOM = 100

/** The ids of a page, in order. */
function chosenBy(cx: Company, actor: Actor, filter: ListFilter, slice: Slice): Condition {
  if (filter.search)
    return {
      sql: 'SELECT value AS id FROM json_each(?)',
      params: [JSON.stringify(searchTickets(cx.db, actor, filter, slice))],
    }
  const { sql, params } = ticketsOf(actor, { ...filter, few: fewOf(cx, filter.chosen) }, slice.start)
  return { sql: `${sql} LIMIT ${slice.most} OFFSET ?`, params: [...params, slice.offset] }
}

function remember(ends: PageEnds['ends'], key: string, end: PageEnd) {
  ends.delete(key)
  if (ends.size >= MOST_ENDS) ends.delete(ends.keys().next().value ?? '')
  ends.set(key, end)
}

type CountRow = { tab: Exclude<TicketTab, 'closed'>; is_group: number; n: number; unread: number }

/** `lateUntil`: tickets waiting since then or longer are late. */
type ListQuery = { readonly showAll: boolean; readonly lateUntil: number }

/**
 * The counts of this user's tabs, read from the counter table. Late tickets are counted up to a limit, because time
 * alone makes them late.
 */
export function countTickets(db: Db, actor: Actor, { showAll, lateUntil }: ListQuery): TicketCounters {
  const all = showAll && can(actor, 'tickets-manager:showall')
  const visible = visibleTo(actor)
  const own = all
    ? { sql: '1', params: [] }
    : { sql: `(t.status <> 'open' OR t.is_group = 1 OR t.user_id = ?)`, params: [actor.userId] }
  const sql = `SELECT t.status AS tab, t.is_group, sum(t.n) AS n, sum(t.unread) AS unread
    FROM (SELECT status, is_group, nullif(queue_id, 0) AS queue_id, user_id, connection_id, n, unread FROM ticket_counts WHERE n > 0) t
    WHERE ${visible.sql} AND ${own.sql} GROUP BY t.status, t.is_group`
  const rows = getRows<CountRow>(db, sql, [...visible.params, ...own.params])
  const sum = (tab: CountRow['tab'], group: number) =>
    rows.find((row) => row.tab === tab && row.is_group === group)?.n ?? 0
  const late = (isGroup: boolean) => {
    const { sql, params } = lateTickets(actor, isGroup, lateUntil)
    return getOnlyValue<number>(db, `SELECT count(*) FROM (${sql})`, params)
  }
  return {
    open: sum('open', 0),
    pending: sum('pending', 0),
    bot: sum('bot', 0),
    groupOpen: sum('open', 1),
    groupPending: sum('pending', 1),
    unread: rows.reduce((total, row) => (row.tab === 'bot' ? total : total + row.unread), 0),
    late: late(false),
    groupLate: late(true),
  }
}
