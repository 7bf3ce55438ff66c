/** The filter of a ticket list, as requested and as SQL. Filters are added to the visibility, never replace it. */

import type { Actor } from '../../actor'
import type { Period } from '../../platform/days'
import type { Cursor } from '../../platform/pages'
import { type Condition, oneOf, within } from '../../platform/sqlite'
import { can } from '../../users/permissions'
import { TicketStatus } from '../contract'
import type { Chosen } from '../fields'
import { visibleTo } from '../visibility'

export type ListFilter = {
  readonly page: number
  /** The cursor of the previous page (`next`). */
  readonly after: string | null
  readonly status: TicketStatus | null
  readonly isGroup: boolean | null
  readonly contactId: number | null
  /** Everybody's tickets instead of one's own, if the permission table allows it. */
  readonly showAll: boolean
  /** 0 stands for "no queue". */
  readonly queueIds: readonly number[] | null
  readonly connectionIds: readonly number[] | null
  readonly userIds: readonly number[] | null
  /** By the filters of modules. */
  readonly chosen: readonly Chosen[] | null
  /** A condition of these that few tickets meet. */
  readonly few?: Condition | null
  readonly unreadOnly: boolean
  /** Of those who have waited since then or longer. */
  readonly waitingUntil: number | null
  /** Only where all listed tickets may wait: open or pending ones. */
  readonly order: ListOrder
  readonly created: Period | null
  readonly moved: Period | null
  readonly search: string
  /** Besides those that `search` finds: tickets in which it was said. */
  readonly saying?: ReadonlySet<number>
}

/** Last movement first; or longest wait first, then those who do not wait. */
export type ListOrder = 'recent' | 'waiting'

/** In place of the time since when a contact waits; as in the index. */
export const NOT_WAITING = 900_000_000_000_000
const WAITING = `ifnull(t.waiting_since, ${NOT_WAITING})`

/** The order in which the tickets of a filter are listed. */
export const orderOf = ({ order, status }: ListFilter): ListOrder =>
  status === 'open' || status === 'pending' ? order : 'recent'

const sortOf = (filter: ListFilter) =>
  orderOf(filter) === 'waiting'
    ? { by: WAITING, way: 'ASC', after: '>' }
    : { by: 't.updated_at', way: 'DESC', after: '<' }

/** The ORDER BY of a selection from the tickets `t`. */
export function orderBy(filter: ListFilter): string {
  const { by, way } = sortOf(filter)
  return `ORDER BY ${by} ${way}, t.id ${way}`
}

/** Where a page ended: at this value of what the list is ordered by. */
export type PageEnd = Cursor

function behind({ value, id }: PageEnd, filter: ListFilter): Condition {
  const { by, after } = sortOf(filter)
  // The first half is what SQLite finds the place by in an index of an expression.
  return { sql: `${by} ${after}= (? + 0) AND (${by}, t.id) ${after} ((? + 0), (? + 0))`, params: [value, value, id] }
}

/** Selects ids of the tickets after `start`, what they are ordered by, and `more` columns, in order; the caller appends a LIMIT. */
export function ticketsOf(actor: Actor, filter: ListFilter, start: PageEnd | undefined, more = ''): Condition {
  const { index, parts } = readingOf(filter, actor)
  const { by, way } = sortOf(filter)
  const { sql, params } = narrowedTo(actor, filter, start)
  const selects = parts.map(
    (part) => `SELECT t.id, ${by}${more} FROM tickets t${index} WHERE ${[...part, sql].join(' AND ')}`,
  )
  return { sql: `${selects.join(' UNION ALL ')} ORDER BY 2 ${way}, 1 ${way}`, params: parts.flatMap(() => params) }
}

/** The conditions on a ticket `t` of the list, except those of its tab. */
export function narrowedTo(actor: Actor, filter: ListFilter, start: PageEnd | undefined): Condition {
  const narrowed = conditionsOf(actor, filter)
  if (start) narrowed.push(behind(start, filter))
  return { sql: narrowed.map(({ sql }) => sql).join(' AND '), params: narrowed.flatMap(({ params }) => params) }
}

type Reading = { readonly index: string; readonly parts: readonly (readonly string[])[] }

/**
 * Names the index explicitly, because SQLite's planner cannot know which one serves both filter and order. A single tab is
 * one ordered range of its index; a list over several tabs merges the ranges as far as needed. The tickets of a single contact
 * or day are few and are sorted.
 */
function readingOf(filter: ListFilter, actor: Actor): Reading {
  if (filter.contactId !== null) return { index: ' INDEXED BY tickets_contact', parts: [tabOf(filter)] }
  if (filter.created) return { index: ' INDEXED BY tickets_created', parts: [tabOf(filter)] }
  if (filter.search && filter.status === null) return { index: ' INDEXED BY tickets_recent', parts: [tabOf(filter)] }
  if (filter.few) return { index: ' NOT INDEXED', parts: [tabOf(filter)] }
  if (orderOf(filter) === 'waiting')
    return { index: ' INDEXED BY tickets_waiting', parts: tabsOf(filter).map((tab) => [...tabOf(tab), ACTIVE]) }
  const index = onlyOwn(filter, actor) && !filter.unreadOnly ? 'tickets_own' : 'tickets_tab'
  return { index: ` INDEXED BY ${index}`, parts: tabsOf(filter).map(tabOf) }
}

/** Which `tickets_waiting` holds; SQLite does not conclude it from the status. */
const ACTIVE = `t.status <> 'closed'`

type Tab = Pick<ListFilter, 'status' | 'isGroup'>

const tabsOf = ({ status, isGroup }: Tab): Tab[] =>
  (status === null ? TicketStatus.options : [status]).flatMap((status) =>
    (isGroup === null ? [false, true] : [isGroup]).map((isGroup) => ({ status, isGroup })),
  )

export const tabOf = ({ status, isGroup }: Tab): string[] => [
  ...(status === null ? [] : [`t.status = '${status}'`]),
  ...(isGroup === null ? [] : [`t.is_group = ${isGroup ? 1 : 0}`]),
]

const maySeeAll = (filter: ListFilter, actor: Actor) => filter.showAll && can(actor, 'tickets-manager:showall')

/** Pending tickets are everybody's; open and closed ones are one's own unless all were requested. Groups have no owner. */
const onlyOwn = (filter: ListFilter, actor: Actor) =>
  (filter.status === 'open' || filter.status === 'closed') &&
  filter.isGroup !== true &&
  !filter.search &&
  !maySeeAll(filter, actor)

function conditionsOf(actor: Actor, filter: ListFilter): Condition[] {
  const conditions: Condition[] = []
  if (onlyOwn(filter, actor)) conditions.push({ sql: 't.user_id = (? + 0)', params: [actor.userId] })
  conditions.push(visibleTo(actor))
  if (filter.contactId !== null) conditions.push({ sql: 't.contact_id = (? + 0)', params: [filter.contactId] })
  if (filter.queueIds) conditions.push(oneOf('ifnull(t.queue_id, 0)', filter.queueIds))
  if (filter.connectionIds) conditions.push(oneOf('t.connection_id', filter.connectionIds))
  if (filter.userIds) conditions.push(oneOf('t.user_id', filter.userIds))
  if (filter.unreadOnly) conditions.push({ sql: '(t.unread > 0 OR t.marked_unread = 1)', params: [] })
  if (filter.waitingUntil !== null) conditions.push({ sql: `${WAITING} <= (? + 0)`, params: [filter.waitingUntil] })
  if (filter.created) conditions.push(within('t.created_at', filter.created))
  if (filter.moved) conditions.push(within('t.updated_at', filter.moved))
  if (filter.few) conditions.push(filter.few)
  if (filter.chosen) conditions.push(...filter.chosen.flatMap((one) => one.conditions))
  return conditions
}

/** So many are counted; who has more to answer at once knows enough. */
export const MOST_LATE = 100

/** Selects a row for each waiting group, or contact, that has waited since `until` or longer. */
export function lateTickets(actor: Actor, isGroup: boolean, until: number): Condition {
  const visible = visibleTo(actor)
  return {
    sql: `SELECT 1 FROM tickets t INDEXED BY tickets_waiting
      WHERE ${[...tabOf({ status: 'pending', isGroup }), ACTIVE].join(' AND ')} AND ${WAITING} <= (? + 0) AND ${visible.sql} LIMIT ${MOST_LATE}`,
    params: [until, ...visible.params],
  }
}
