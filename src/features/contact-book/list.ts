/** The contact list by page: searched, filtered, sorted. No page reads all contacts. */

import type { ContactSummary } from '../../contacts/contract'
import { type ContactToShow, summarizeContact } from '../../contacts/queries'
import {
  countMatches,
  listIds,
  type Matches,
  type Needles,
  roughCount,
  type Search,
  searchesFor,
} from '../../contacts/search'
import { usernameColumn } from '../../contacts/usernames'
import type { Period } from '../../platform/days'
import { PAGE_SIZE, pageOf } from '../../platform/pages'
import { getColumn, getRows, getValue } from '../../platform/sql'
import { type Condition, type Db, oneOf, statement, within } from '../../platform/sqlite'

/** Sort keys: name, id, or the last change of a conversation. */
export const orders = ['name', 'id', 'last'] as const
export type Order = { readonly by: (typeof orders)[number]; readonly isDescending: boolean }

/** End of the previous page: the value of the sort key, and the id. */
export type Cursor = { readonly id: number; readonly value: string | number }

export type ContactFilter = Needles & {
  readonly created: Period | null
  readonly categoryId: number | null
  /** Connections of which one has the contact's latest ticket. */
  readonly connectionIds: readonly number[] | null
  readonly active: boolean | null
  /** Only contacts that never had a ticket. */
  readonly noTicket: boolean
  /** A further condition on the row. */
  readonly claim: Condition | null
  /** Ids to list without a search; default: all contacts. */
  readonly unsearched?: (() => readonly number[]) | undefined
  readonly order: Order
  readonly page: number
  /** Replaces `page`. */
  readonly after: Cursor | null
}

export type ContactsFound = {
  readonly contacts: ContactSummary[]
  readonly hasMore: boolean
  readonly count: number | null
  readonly next: Cursor | null
}

/** One page of 40 contacts, with the total. A search returns at most 5,000. */
export function listContacts(db: Db, filter: ContactFilter): ContactsFound {
  const searches = searchesFor(db, filter)
  const [only, ...others] = searches
  const isPlain = filter.order.by === 'name' && !filter.order.isDescending && conditionsOf(filter).length === 0
  if (only?.byWords && others.length === 0 && isPlain && filter.after === null) {
    const matches = countMatches(db, only)
    return walkByName(db, only, matches, filter.page) ?? pageChosen(db, filter, matches.ids())
  }
  return pageChosen(db, filter, searches.length > 0 ? listIds(db, searches) : filter.unsearched?.())
}

type Row = ContactToShow & { readonly nameFolded: string }

function pageChosen(db: Db, filter: ContactFilter, ids: readonly number[] | undefined): ContactsFound {
  const { order, after, page } = filter
  const chosen = chosenBy(filter, ids, pathToRead(db, filter))
  const beyond = after ? beyondOf(order, after) : null
  const where = beyond ? ` AND ${beyond.sql}` : ''
  const listing = {
    rows: (from: number, most: number) =>
      rowsOf(
        db,
        {
          sql: `SELECT id FROM ${chosen.sql}${where} ${orderOf(order)} LIMIT ${most} OFFSET (? + 0)`,
          params: [...chosen.params, ...(beyond?.params ?? []), from],
        },
        order,
      ),
    count: () => (after ? 0 : countOf(db, filter, ids)),
  }
  const { rows, hasMore, count } = pageOf(listing, after ? 1 : page)
  return { contacts: summarized(db, rows), hasMore, count: after ? null : count, next: nextOf(rows, hasMore, order) }
}

const summarized = (db: Db, rows: readonly Row[]) => rows.map((row) => summarizeContact(db, row))

const sortedBy = ({ by }: Order, { nameFolded, id, lastTicketAt }: Row) =>
  by === 'name' ? nameFolded : by === 'id' ? id : lastTicketAt

function nextOf(rows: readonly Row[], hasMore: boolean, order: Order): Cursor | null {
  const last = rows.at(-1)
  return hasMore && last ? { id: last.id, value: sortedBy(order, last) } : null
}

const columns = { name: 'name_folded', id: 'id', last: 'last_ticket_at' } as const

function orderOf({ by, isDescending }: Order): string {
  const way = isDescending ? 'DESC' : 'ASC'
  return by === 'id' ? `ORDER BY id ${way}` : `ORDER BY ${columns[by]} ${way}, id ${way}`
}

function beyondOf({ by, isDescending }: Order, { id, value }: Cursor): Condition {
  const sign = isDescending ? '<' : '>'
  if (by === 'id') return { sql: `id ${sign} (? + 0)`, params: [id] }
  return by === 'last'
    ? { sql: `(last_ticket_at, id) ${sign} (? + 0, ? + 0)`, params: [Number(value), id] }
    : { sql: `(name_folded, id) ${sign} (? || '', ? + 0)`, params: [String(value), id] }
}

const rowsOf = (db: Db, ids: Condition, order: Order) =>
  getRows<Row>(
    db,
    `SELECT id, name, name_folded AS nameFolded, number, email, picture_url AS pictureUrl, is_group AS isGroup, active,
       accept_audio AS acceptAudio, disable_bot AS disableBot, category_id AS categoryId, last_ticket_at AS lastTicketAt,
       created_at AS createdAt, ${usernameColumn(db, 'contacts.id')} AS username
     FROM contacts WHERE id IN (${ids.sql}) ${orderOf(order)}`,
    ids.params,
  )

/** Up to this many matches, sorting is cheaper than walking. */
const FEW = 300
/** Names walked for a page, at most. */
const WALK = 8000

/**
 * With many matches, walking the index of names fills a page quickly, without sorting. Undefined with too few matches, or when
 * the page is not full after four times the expected number of names.
 */
function walkByName(db: Db, { claim }: Search, { count, oldest }: Matches, page: number): ContactsFound | undefined {
  const walk = (4 * PAGE_SIZE * page * roughCount(db)) / count
  if (count <= FEW || walk > 2 * WALK) return undefined
  const groups = statement(
    db.$client,
    `SELECT count(*) FROM contacts c INDEXED BY contacts_groups WHERE c.is_group = 1 AND c.id >= ? AND ${claim.sql}`,
  ).pluck()
  const order: Order = { by: 'name', isDescending: false }
  const found = pageOf(
    {
      rows: (from, most) =>
        rowsOf(
          db,
          {
            sql: `SELECT id FROM (SELECT id, name_folded FROM contacts INDEXED BY contacts_name WHERE is_group = 0
              ORDER BY name_folded, id LIMIT (? + 0)) c
            WHERE c.id >= ? AND ${claim.sql} LIMIT ${most} OFFSET (? + 0)`,
            params: [Math.min(Math.ceil(walk), WALK), oldest, ...claim.params, from],
          },
          order,
        ),
      count: () => count - Number(groups.get(oldest, ...claim.params)),
    },
    page,
  )
  if (!found.hasMore) return undefined
  return {
    contacts: summarized(db, found.rows),
    hasMore: true,
    count: found.count,
    next: nextOf(found.rows, true, order),
  }
}

/** With filters, the count stops here. */
const COUNTED = 10_000

const numberFrom = (db: Db, { sql, params }: Condition) => Number(getValue(db, sql, params))

const people = (db: Db) => numberFrom(db, { sql: 'SELECT n FROM contact_counts WHERE is_group = 0', params: [] })

/** A search or an unfiltered list is counted without reading rows: all matches minus the few groups. */
function countOf(db: Db, filter: ContactFilter, ids: readonly number[] | undefined): number {
  if (!ids && filter.active && conditionsOf(filter).length === 1)
    return people(db) - countOf(db, { ...filter, active: false }, ids)
  if (conditionsOf(filter).length > 0) {
    const { sql, params } = chosenBy(filter, ids, pathToCount(db, filter))
    return numberFrom(db, { sql: `SELECT count(*) FROM (SELECT 1 FROM ${sql} LIMIT ${COUNTED})`, params })
  }
  if (!ids) return people(db)
  const groups = new Set(getColumn(db, 'SELECT id FROM contacts WHERE is_group = 1'))
  return groups.size === 0 ? ids.length : ids.filter((id) => !groups.has(id)).length
}

const conditionsOf = ({ active, claim, ...filter }: ContactFilter): Condition[] => [
  ...filtersOf({ active, ...filter }).map(({ condition }) => condition),
  ...(active === true ? [{ sql: 'active = 1', params: [] }] : []),
  ...(claim ? [claim] : []),
]

type Index =
  | 'contacts_created'
  | 'contacts_category'
  | 'contacts_connection'
  | 'contacts_blocked'
  | 'contacts_last'
  | 'contacts_name'
  | 'rowid'
/** Indexes that continue in the order of names. */
const byName: readonly Index[] = ['contacts_category', 'contacts_connection', 'contacts_blocked']

function lastOver(connectionIds: readonly number[]): Condition {
  const [only, ...others] = connectionIds
  if (only !== undefined && others.length === 0) return { sql: 'last_connection_id = ?', params: [only] }
  const { sql, params } = oneOf('last_connection_id', connectionIds)
  // Says to the planner that the partial index covers it.
  return { sql: `last_connection_id IS NOT NULL AND ${sql}`, params }
}

/** The filters with an index. */
function filtersOf(filter: Pick<ContactFilter, 'created' | 'categoryId' | 'connectionIds' | 'active' | 'noTicket'>) {
  const { created, categoryId, connectionIds, active, noTicket } = filter
  const filters: { index: Index; condition: Condition }[] = []
  if (created) filters.push({ index: 'contacts_created', condition: within('created_at', created) })
  if (categoryId !== null)
    filters.push({ index: 'contacts_category', condition: { sql: 'category_id = ?', params: [categoryId] } })
  if (connectionIds) filters.push({ index: 'contacts_connection', condition: lastOver(connectionIds) })
  if (active === false) filters.push({ index: 'contacts_blocked', condition: { sql: 'active = 0', params: [] } })
  if (noTicket) filters.push({ index: 'contacts_last', condition: { sql: 'last_ticket_at = 0', params: [] } })
  return filters
}

/** The CROSS JOIN looks matches up one by one; SQLite would otherwise build a temporary index. */
function chosenBy(filter: ContactFilter, ids: readonly number[] | undefined, path: () => Index): Condition {
  const index = ids ? null : path()
  const from = ids
    ? '(SELECT value AS found FROM json_each(?)) CROSS JOIN contacts ON id = found'
    : `contacts ${index === 'rowid' ? 'NOT INDEXED' : `INDEXED BY ${index}`}`
  const conditions = [...peopleOf(index), ...conditionsOf(filter)]
  return {
    sql: conditions.length === 0 ? from : `${from} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`,
    params: [...(ids ? [JSON.stringify(ids)] : []), ...conditions.flatMap(({ params }) => params)],
  }
}

/** Groups have no category. */
const peopleOf = (index: Index | null): Condition[] =>
  index === 'contacts_category' ? [] : [{ sql: 'is_group = 0', params: [] }]

/** Up to this many rows, sorting is cheaper than scanning in the list's order. */
const SORTED = 5000

/** The index of a filter with few matches. */
function shortOf(db: Db, filter: ContactFilter): Index | undefined {
  const few = filtersOf(filter).find(({ index, condition: { sql, params } }) => {
    const where = [...peopleOf(index).map(({ sql }) => sql), sql].join(' AND ')
    const counted = `SELECT count(*) FROM (SELECT 1 FROM contacts INDEXED BY ${index} WHERE ${where} LIMIT ${SORTED})`
    return numberFrom(db, { sql: counted, params }) < SORTED
  })
  return few?.index
}

/** The index to read along: of a filter with few matches, else of a filter in the order of names, else of the sort key. */
const pathToRead = (db: Db, filter: ContactFilter) => (): Index => {
  const { by } = filter.order
  const hasOneConnection = filter.connectionIds?.length === 1
  const inOrder = filtersOf(filter).find(
    ({ index }) => byName.includes(index) && (index !== 'contacts_connection' || hasOneConnection),
  )
  return (
    shortOf(db, filter) ??
    (by === 'name' && inOrder
      ? inOrder.index
      : ({ name: 'contacts_name', id: 'rowid', last: 'contacts_last' } as const)[by])
  )
}

const pathToCount = (db: Db, filter: ContactFilter) => (): Index =>
  shortOf(db, filter) ?? filtersOf(filter)[0]?.index ?? 'contacts_name'
