/** A report's filter, as requested and as SQL: tickets the user may open, without groups and backfilled history. */
import type { Actor } from '../../actor'
import { listIds, searchFor } from '../../contacts/search'
import type { Period } from '../../platform/days'
import { type Condition, type Db, oneOf, within } from '../../platform/sqlite'
import type { TicketTab } from '../../tickets/contract'
import { inTab } from '../../tickets/lists/filter'
import { ownNumbers } from '../../tickets/lists/search'
import { visibleTo } from '../../tickets/visibility'

export type ReportFilter = {
  /** When they were opened, or closed; null: any time. */
  readonly period: Period | null
  readonly by: 'created' | 'closed'
  /** Where the tickets are listed: `pending` are those that wait, `bot` those with the bot. */
  readonly status: readonly TicketTab[] | null
  /** Matches the contact's name or number, or the ticket's number. */
  readonly search: string
  readonly contactId: number | null
  /** 0 stands for none. */
  readonly queueIds: readonly number[] | null
  readonly userIds: readonly number[] | null
  readonly connectionIds: readonly number[] | null
  /** Any of these tags. */
  readonly tagIds: readonly number[] | null
  readonly onlyRated: boolean
}

export type Selection = Condition & {
  /** SQL after the table's name. */
  readonly index: string
  /** Newest first. */
  readonly orderBy: string
}

/** Conditions on tickets `t`. */
export function selectionOf(db: Db, actor: Actor, filter: ReportFilter): Selection {
  const at = filter.by === 'closed' ? 't.closed_at' : 't.created_at'
  const conditions: Condition[] = [{ sql: 't.is_group = 0 AND t.imported = 0', params: [] }, visibleTo(actor)]
  if (filter.by === 'closed') conditions.push({ sql: `t.status = 'closed'`, params: [] })
  if (filter.period) conditions.push(within(at, filter.period))
  if (filter.status)
    conditions.push({ sql: `(${filter.status.map((tab) => inTab(tab).join(' AND ')).join(' OR ')})`, params: [] })
  if (filter.status) conditions.push(statusIn(filter.status))
  if (filter.queueIds) conditions.push(oneOf('ifnull(t.queue_id, 0)', filter.queueIds))
  if (filter.userIds) conditions.push(oneOf('ifnull(t.user_id, 0)', filter.userIds))
  if (filter.connectionIds) conditions.push(oneOf('t.connection_id', filter.connectionIds))
  if (filter.contactId !== null) conditions.push({ sql: 't.contact_id = (? + 0)', params: [filter.contactId] })
  if (filter.search) conditions.push(found(db, filter.search))
  if (filter.tagIds) conditions.push(tagged(filter.tagIds))
  if (filter.onlyRated) conditions.push(RATED)
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    params: conditions.flatMap(({ params }) => params),
    index: indexFor(filter),
    orderBy: `${at} DESC, t.id DESC`,
  }
}

/** Named explicitly, because the planner cannot know which index serves both filter and order. */
function indexFor({ by, contactId, search, period, status }: ReportFilter): string {
  if (search) return ' NOT INDEXED'
  if (contactId !== null) return ' INDEXED BY tickets_contact'
  if (by === 'closed') return ' INDEXED BY tickets_closed'
  if (period === null && status && !status.includes('closed')) return ' INDEXED BY tickets_tab'
  return ' INDEXED BY tickets_created'
}

/** For the index, which begins with the status. */
const statusIn = (tabs: readonly TicketTab[]): Condition => ({
  sql: `t.status IN (${[...new Set(tabs.map((tab) => `'${tab === 'bot' ? 'pending' : tab}'`))].join(', ')})`,
  params: [],
})

function found(db: Db, search: string): Condition {
  const contacts = listIds(db, [searchFor(db, search)])
  return {
    sql: `t.id IN (SELECT id FROM tickets INDEXED BY tickets_contact WHERE contact_id IN (SELECT value FROM json_each(?))
      UNION SELECT value FROM json_each(?))`,
    params: [JSON.stringify(contacts), JSON.stringify(ownNumbers(search))],
  }
}

const tagged = (tagIds: readonly number[]): Condition => ({
  sql: 'EXISTS (SELECT 1 FROM ticket_tags tt WHERE tt.ticket_id = t.id AND tt.tag_id IN (SELECT value FROM json_each(?)))',
  params: [JSON.stringify(tagIds)],
})

const RATED: Condition = {
  sql: 'EXISTS (SELECT 1 FROM ticket_ratings r WHERE r.ticket_id = t.id AND r.value IS NOT NULL)',
  params: [],
}
