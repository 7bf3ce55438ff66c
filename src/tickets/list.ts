/** One page of a tab of the desk, and the figures beside the tabs. Filters join the visibility, never take its place. */
import { can } from '../access/permissions'
import type { Actor } from '../actor'
import { contactLike } from '../contacts/search'
import { type Condition, type Db, oneOf, statement } from '../platform/sqlite'
import type { TicketCounters, TicketPage, TicketStatus } from './contract'
import { summariesOf } from './queries'
import { visibleTo } from './visibility'

export const PAGE_SIZE = 40

export type ListFilter = {
  readonly page: number
  /** Where the page before it ended, as it was told (`next`). */
  readonly after: string | null
  readonly status: TicketStatus | null
  readonly isGroup: boolean | null
  /** Everybody's tickets instead of one's own; only for whom the permission table allows it. */
  readonly showAll: boolean
  /** 0 stands for "no queue". */
  readonly queueIds: readonly number[] | null
  readonly connectionIds: readonly number[] | null
  readonly userIds: readonly number[] | null
  readonly unreadOnly: boolean
  readonly search: string
}

type PageEnd = { readonly updatedAt: number; readonly id: number }

/**
 * Where each served page ended, so that the next one starts there: flat at any depth, and no row twice when one moves up
 * meanwhile. For who asks by number alone: two screens of one person share it, so our own say themselves where they are.
 */
export type PageEnds = { readonly ends: Map<string, PageEnd> }
const MOST_ENDS = 5000
export const createPageEnds = (): PageEnds => ({ ends: new Map() })

export function listTickets(db: Db, actor: Actor, filter: ListFilter, { ends }: PageEnds): TicketPage {
  const conditions = conditionsOf(db, actor, filter)
  const key = `${actor.tenantId}/${actor.userId}/${JSON.stringify({ ...filter, page: 0 })}`
  const start = filter.after === null ? ends.get(`${key}/${filter.page - 1}`) : readEnd(filter.after)
  if (start) conditions.push({ sql: '(t.updated_at, t.id) < ((? + 0), (? + 0))', params: [start.updatedAt, start.id] })
  const offset = start ? 0 : PAGE_SIZE * (filter.page - 1)
  const inner = `SELECT t.id FROM tickets t${indexFor(filter, actor)} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY t.updated_at DESC, t.id DESC LIMIT ${PAGE_SIZE + 1} OFFSET ?`
  const found = summariesOf(db, inner, [...conditions.flatMap(({ params }) => params), offset])
  const shown = found.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  if (!last || found.length <= PAGE_SIZE) return { tickets: shown, hasMore: false, next: null }
  const end = { updatedAt: Date.parse(last.updatedAt), id: last.id }
  if (filter.after === null) remember(ends, `${key}/${filter.page}`, end)
  return { tickets: shown, hasMore: true, next: writeEnd(end) }
}

/** A page's end as it travels. */
export const PAGE_END = '^\\d{1,15}-\\d{1,15}$'
const writeEnd = ({ updatedAt, id }: PageEnd): string => `${updatedAt}-${id}`
function readEnd(written: string): PageEnd {
  const [updatedAt, id] = written.split('-')
  return { updatedAt: Number(updatedAt), id: Number(id) }
}

function remember(ends: PageEnds['ends'], key: string, end: PageEnd) {
  ends.delete(key)
  if (ends.size >= MOST_ENDS) ends.delete(ends.keys().next().value ?? '')
  ends.set(key, end)
}

/** The planner cannot know that a tab's filter and order come from one index; it is told. */
function indexFor(filter: ListFilter, actor: Actor): string {
  if (filter.search || filter.status === null || filter.isGroup === null) return ''
  return onlyOwn(filter, actor) ? ' INDEXED BY tickets_own' : ' INDEXED BY tickets_tab'
}

const maySeeAll = (filter: ListFilter, actor: Actor) => filter.showAll && can(actor, 'tickets-manager:showall')

/** Waiting tickets are everybody's; open and closed ones are one's own unless all were asked for. Groups have no owner. */
const onlyOwn = (filter: ListFilter, actor: Actor) =>
  (filter.status === 'open' || filter.status === 'closed') &&
  filter.isGroup !== true &&
  !filter.search &&
  !maySeeAll(filter, actor)

function conditionsOf(db: Db, actor: Actor, filter: ListFilter): Condition[] {
  const conditions: Condition[] = []
  if (onlyOwn(filter, actor)) conditions.push({ sql: 't.user_id = (? + 0)', params: [actor.userId] })
  if (filter.status !== null) conditions.push({ sql: `t.status = '${filter.status}'`, params: [] })
  if (filter.isGroup !== null) conditions.push({ sql: `t.is_group = ${filter.isGroup ? 1 : 0}`, params: [] })
  conditions.push(visibleTo(actor))
  if (filter.queueIds) conditions.push(oneOf('ifnull(t.queue_id, 0)', filter.queueIds))
  if (filter.connectionIds) conditions.push(oneOf('t.connection_id', filter.connectionIds))
  if (filter.userIds) conditions.push(oneOf('t.user_id', filter.userIds))
  if (filter.unreadOnly) conditions.push({ sql: '(t.unread > 0 OR t.marked_unread = 1)', params: [] })
  if (filter.search) conditions.push(searchOf(db, filter.search))
  return conditions
}

/** By name or number of the contact, or the ticket's number. */
function searchOf(db: Db, search: string): Condition {
  const { sql, params } = contactLike(db, 't.contact_id', search)
  const number = /^#?(\d{1,15})$/.exec(search.trim())?.[1]
  return number ? { sql: `(${sql} OR t.id = ?)`, params: [...params, Number(number)] } : { sql, params }
}

type CountRow = { status: 'pending' | 'open'; is_group: number; n: number; unread: number }

/** From the counting table, never by counting: what this person's tabs would show. */
export function countTickets(db: Db, actor: Actor, { showAll }: { showAll: boolean }): TicketCounters {
  const all = showAll && can(actor, 'tickets-manager:showall')
  const visible = visibleTo(actor)
  const own = all
    ? { sql: '1', params: [] }
    : { sql: `(t.status <> 'open' OR t.is_group = 1 OR t.user_id = ?)`, params: [actor.userId] }
  const sql = `SELECT t.status, t.is_group, sum(t.n) AS n, sum(t.unread) AS unread
    FROM (SELECT status, is_group, nullif(queue_id, 0) AS queue_id, user_id, connection_id, n, unread FROM ticket_counts WHERE n > 0) t
    WHERE ${visible.sql} AND ${own.sql} GROUP BY t.status, t.is_group`
  const rows = statement(db.$client, sql).all(...visible.params, ...own.params) as CountRow[] // the columns are listed above
  const sum = (status: CountRow['status'], group: number) =>
    rows.find((row) => row.status === status && row.is_group === group)?.n ?? 0
  return {
    open: sum('open', 0),
    pending: sum('pending', 0),
    groupOpen: sum('open', 1),
    groupPending: sum('pending', 1),
    unread: rows.reduce((total, row) => total + row.unread, 0),
  }
}
