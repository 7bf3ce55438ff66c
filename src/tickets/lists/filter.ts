/** The filter of a ticket list, as requested and as SQL. It narrows the visibility and never widens it. */

import type { Actor } from '../../actor'
import type { Period } from '../../platform/days'
import type { Cursor } from '../../platform/pages'
import { type Condition, oneOf, within } from '../../platform/sqlite'
import { can } from '../../users/permissions'
import { TicketStatus, type TicketTab } from '../contract'
import type { ChosenFields } from '../fields'
import { visibleTo } from '../visibility'

export type ListFilter = {
  readonly page: number
  /** The cursor of the previous page (`next`). */
  readonly after: string | null
  readonly status: TicketStatus | null
  readonly isGroup: boolean | null
  /** Whether a bot serves them; restricts pending tickets only. */
  readonly isBot: boolean | null
  readonly contactId: number | null
  /** All users' tickets instead of the user's own, if their permissions allow it. */
  readonly showAll: boolean
  /** 0 stands for "no queue". */
  readonly queueIds: readonly number[] | null
  readonly connectionIds: readonly number[] | null
  readonly userIds: readonly number[] | null
  /** Values for the modules' filters. */
  readonly chosen: readonly ChosenFields[] | null
  /** A condition among them that only few tickets meet. */
  readonly few?: Condition | null
  readonly unreadOnly: boolean
  /** Only tickets that have waited since then or longer. */
  readonly waitingUntil: number | null
  /** Applies only if all listed tickets are open or pending, so that they can be waiting. */
  readonly order: ListOrder
  readonly created: Period | null
  readonly moved: Period | null
  readonly search: string
  /** Also lists tickets in which the searched text was said, besides those that `search` finds. */
  readonly saying?: ReadonlySet<number>
}

/** `recent`: last changed first; `waiting`: longest wait first, then tickets that do not wait. */
export type ListOrder = 'recent' | 'waiting'

/** Stands for the waiting time of tickets that do not wait; the index uses the same value. */
export const NOT_WAITING = 900_000_000_000_000
export const WAITING = `iif(t.is_bot = 1 AND t.status = 'pending', ${NOT_WAITING}, ifnull(t.waiting_since, ${NOT_WAITING}))`

/** The order in which the tickets of a filter are listed. */
export const orderOf = ({ order, status }: ListFilter): ListOrder =>
  status === 'open' || status === 'pending' ? order : 'recent'

const sortOf = (filter: ListFilter) =>
  orderOf(filter) === 'waiting'
    ? { by: WAITING, way: 'ASC', after: '>' }
    : { by: 't.updated_at', way: 'DESC', after: '<' }

/** The ORDER BY of a selection from tickets `t`. */
export function orderBy(filter: ListFilter): string {
  const { by, way } = sortOf(filter)
  return `ORDER BY ${by} ${way}, t.id ${way}`
}

/** Where a page ended, as a value of the sort order. */
export type PageEnd = Cursor

function behind({ value, id }: PageEnd, filter: ListFilter): Condition {
  const { by, after } = sortOf(filter)
  // SQLite uses the first condition to find the place in an expression index.
  return { sql: `${by} ${after}= (? + 0) AND (${by}, t.id) ${after} ((? + 0), (? + 0))`, params: [value, value, id] }
}

/**
 * Selects the ids of the tickets after `start`, their sort value and the `more` columns, in order; the caller appends a
 * LIMIT.
 */
export function ticketsOf(actor: Actor, filter: ListFilter, start: PageEnd | undefined, more = ''): Condition {
  const { index, parts } = readingOf(filter, actor)
  const { by, way } = sortOf(filter)
  const { sql, params } = narrowedTo(actor, filter, start)
  const selects = parts.map(
    (part) => `SELECT t.id, ${by}${more} FROM tickets t${index} WHERE ${[...part, sql].join(' AND ')}`,
  )
  return { sql: `${selects.join(' UNION ALL ')} ORDER BY 2 ${way}, 1 ${way}`, params: parts.flatMap(() => params) }
}

/** The conditions on a ticket `t`, except those of its tab. */
export function narrowedTo(actor: Actor, filter: ListFilter, start: PageEnd | undefined): Condition {
  const narrowed = conditionsOf(actor, filter)
  if (start) narrowed.push(behind(start, filter))
  return { sql: narrowed.map(({ sql }) => sql).join(' AND '), params: narrowed.flatMap(({ params }) => params) }
}

type Reading = { readonly index: string; readonly parts: readonly (readonly string[])[] }

/**
 * Names the index explicitly, because SQLite's planner cannot know which one serves both filter and order. A single tab
 * is one ordered range of its index; a list over several tabs merges ranges. The tickets of a single contact or day are
 * few and are sorted.
 */
function readingOf(filter: ListFilter, actor: Actor): Reading {
  if (filter.contactId !== null) return { index: ' INDEXED BY tickets_contact', parts: [tabOf(filter)] }
  if (filter.created) return { index: ' INDEXED BY tickets_created', parts: [tabOf(filter)] }
  if (filter.search && filter.status === null) return { index: ' INDEXED BY tickets_recent', parts: [tabOf(filter)] }
  if (filter.few) return { index: ' NOT INDEXED', parts: [tabOf(filter)] }
  if (orderOf(filter) === 'waiting')
    return { index: ' INDEXED BY tickets_waiting', parts: rangesOf(filter).map((range) => [...range, ACTIVE]) }
  if (onlyOwn(filter, actor) && !filter.unreadOnly) return { index: ' INDEXED BY tickets_own', parts: rangesOf(filter) }
  return { index: ' INDEXED BY tickets_tab', parts: rangesOf(filter) }
}

/** The condition of the index `tickets_waiting`, which SQLite does not derive from the status. */
export const ACTIVE = `t.status <> 'closed'`

type ListKind = Pick<ListFilter, 'status' | 'isGroup' | 'isBot'>

/** The column `tab` in the columns of the indexes. */
export const inTab = (tab: TicketTab): string[] =>
  tab === 'bot'
    ? [`t.status = 'pending'`, 't.is_bot = 1']
    : [`t.status = '${tab}'`, ...(tab === 'pending' ? ['t.is_bot = 0'] : [])]

const ofStatus = (status: TicketStatus, isBot: boolean | null): string[] =>
  status === 'pending' && isBot !== null ? inTab(isBot ? 'bot' : 'pending') : [`t.status = '${status}'`]

/** Each is one ordered range of the indexes. */
const rangesOf = ({ status, isGroup, isBot }: ListKind): string[][] =>
  (status === null ? TicketStatus.options : [status]).flatMap((status) =>
    (isGroup === null ? [false, true] : [isGroup]).map((isGroup) => [
      ...ofStatus(status, isBot),
      `t.is_group = ${isGroup ? 1 : 0}`,
    ]),
  )

export const tabOf = ({ status, isGroup, isBot }: ListKind): string[] => [
  ...(status === null ? [] : ofStatus(status, isBot)),
  ...(isGroup === null ? [] : [`t.is_group = ${isGroup ? 1 : 0}`]),
]

const maySeeAll = (filter: ListFilter, actor: Actor) => filter.showAll && can(actor, 'tickets-manager:showall')

/**
 * Pending tickets are shared; open and closed ones are the user's own unless all were requested. Groups have no owner.
 */
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

/** Late tickets are counted up to this number. */
export const MOST_LATE = 100

/** Selects a row per group or contact that has been waiting since `until` or longer. */
export function lateTickets(actor: Actor, isGroup: boolean, until: number): Condition {
  const visible = visibleTo(actor)
  return {
    sql: `SELECT 1 FROM tickets t INDEXED BY tickets_waiting
      WHERE ${[...inTab('pending'), `t.is_group = ${isGroup ? 1 : 0}`, ACTIVE].join(' AND ')} AND ${WAITING} <= (? + 0) AND ${visible.sql} LIMIT ${MOST_LATE}`,
    params: [until, ...visible.params],
  }
}
