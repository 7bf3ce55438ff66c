/** Search for tickets by the contact's name or number, by the ticket's own number, or by its protocol number; and by what was said, see `tickets/searching`. */
import type { Actor } from '../../actor'
import { areMany, listFew, searchFor } from '../../contacts/search'
import { type Condition, type Db, oneOf, statement } from '../../platform/sqlite'
import { type ListFilter, narrowedTo, orderBy, type PageEnd, tabOf, ticketsOf } from './filter'

/** The part of a list that is one page. */
export type Slice = { readonly start: PageEnd | undefined; readonly offset: number; readonly most: number }

/** The tickets of up to this many contacts are cheaper to sort than to walk to. */
const FEW = 300
/** At most so many tickets are walked for a page; at least one contact in a hundred matches then. */
const WALK = 4000

/**
 * Ids, in the order of the list. When few contacts match, their tickets are looked up and sorted. When many do, walking the
 * list soon fills the page; if it does not, because they have not written lately, their tickets are looked up after all.
 */
export function searchTickets(db: Db, actor: Actor, filter: ListFilter, slice: Slice): number[] {
  const search = searchFor(db, filter.search)
  const own = [...ownNumbers(filter.search), ...(filter.saying ?? [])]
  const listed = ticketsOf(actor, filter, slice.start, ', t.contact_id')
  const few = listFew(db, search, FEW)
  if (!few && areMany(db, search, FEW)) {
    const walked = idsOf(db, walk(listed, search.claim, own), slice)
    if (walked.length === slice.most || !isLonger(db, listed)) return walked
  }
  return idsOf(
    db,
    ofContacts(few ? oneOf('contact_id', few) : within(search.ids), own, { actor, filter, slice }),
    slice,
  )
}

const NUMBER = /^#?(\d{1,15})$/
/** The day a ticket was opened and its number: what the contact was told by `{{protocol}}`. */
const PROTOCOL = /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])([1-9]\d*)$/

/** The tickets that a typed number may mean. */
function ownNumbers(typed: string): number[] {
  const digits = NUMBER.exec(typed.trim())?.[1] ?? ''
  return [digits, PROTOCOL.exec(digits)?.[1] ?? ''].filter((number) => number !== '').map(Number)
}

const within = ({ sql, params }: Condition): Condition => ({ sql: `contact_id IN (${sql})`, params })

/** Those among the first `WALK` of a list whose contact matches. */
const walk = (listed: Condition, claim: Condition, own: readonly number[]): Condition => ({
  sql: `SELECT id FROM (${listed.sql} LIMIT ${WALK}) t
    WHERE (EXISTS (SELECT 1 FROM contacts c WHERE c.id = t.contact_id AND ${claim.sql}) OR t.id IN (SELECT value FROM json_each(?)))`,
  params: [...listed.params, ...claim.params, JSON.stringify(own)],
})

const isLonger = (db: Db, listed: Condition): boolean =>
  statement(db.$client, `SELECT 1 FROM (${listed.sql} LIMIT 1 OFFSET ${WALK})`).get(...listed.params) !== undefined

type Asked = { readonly actor: Actor; readonly filter: ListFilter; readonly slice: Slice }

function ofContacts(contacts: Condition, own: readonly number[], { actor, filter, slice }: Asked): Condition {
  const narrowed = narrowedTo(actor, filter, slice.start)
  return {
    sql: `SELECT t.id FROM (SELECT id AS found FROM tickets INDEXED BY tickets_contact WHERE ${contacts.sql}
        UNION SELECT value FROM json_each(?)) CROSS JOIN tickets t ON t.id = found
      WHERE ${[...tabOf(filter), narrowed.sql].join(' AND ')} ${orderBy(filter)}`,
    params: [...contacts.params, JSON.stringify(own), ...narrowed.params],
  }
}

const idsOf = (db: Db, { sql, params }: Condition, { most, offset }: Slice) =>
  statement(db.$client, `${sql} LIMIT ${most} OFFSET ?`)
    .pluck()
    .all(...params, offset) as number[] // ids are integers
