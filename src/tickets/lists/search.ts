/**
 * Finds tickets by the contact's name or number, by ticket number, or by protocol number, and by what was said
 * (`tickets/searching`).
 */
import type { Actor } from '../../actor'
import { listFew, matchesMany, searchFor } from '../../contacts/search'
import { getColumn, getRow } from '../../platform/sql'
import { type Condition, type Db, oneOf } from '../../platform/sqlite'
import { type ListFilter, narrowedTo, orderBy, type PageEnd, tabOf, ticketsOf } from './filter'

/** The part of a list that makes one page. */
export type Slice = { readonly start: PageEnd | undefined; readonly offset: number; readonly most: number }

/** For up to this many contacts, sorting their tickets is cheaper than scanning the list. */
const FEW = 300
/** At most this many tickets are scanned for a page, which takes at least one matching contact in a hundred. */
const WALK = 4000

/**
 * Returns ids in list order. If few contacts match, their tickets are looked up and sorted. If many match, scanning the
 * list usually fills the page quickly; if it does not, because they have not written lately, their tickets are looked
 * up after all.
 */
export function searchTickets(db: Db, actor: Actor, filter: ListFilter, slice: Slice): number[] {
  const search = searchFor(db, filter.search)
  const own = [...ownNumbers(filter.search), ...(filter.saying ?? [])]
  const listed = ticketsOf(actor, filter, slice.start, ', t.contact_id')
  const few = listFew(db, search, FEW)
  if (!few && matchesMany(db, search, FEW)) {
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
/** `{{protocol}}` as sent to the contact: the opening day and the ticket number, with or without zeros before it. */
const PROTOCOL = /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])0*([1-9]\d*)$/

/** The tickets that a typed number may refer to. */
export function ownNumbers(typed: string): number[] {
  const digits = NUMBER.exec(typed.trim())?.[1] ?? ''
  return [digits, PROTOCOL.exec(digits)?.[1] ?? ''].filter((number) => number !== '').map(Number)
}

const within = ({ sql, params }: Condition): Condition => ({ sql: `contact_id IN (${sql})`, params })

/** The first `WALK` tickets of a list, limited to matching contacts. */
const walk = (listed: Condition, claim: Condition, own: readonly number[]): Condition => ({
  sql: `SELECT id FROM (${listed.sql} LIMIT ${WALK}) t
    WHERE (EXISTS (SELECT 1 FROM contacts c WHERE c.id = t.contact_id AND ${claim.sql}) OR t.id IN (SELECT value FROM json_each(?)))`,
  params: [...listed.params, ...claim.params, JSON.stringify(own)],
})

const isLonger = (db: Db, listed: Condition): boolean =>
  getRow(db, `SELECT 1 FROM (${listed.sql} LIMIT 1 OFFSET ${WALK})`, listed.params) !== undefined

type ContactSearch = { readonly actor: Actor; readonly filter: ListFilter; readonly slice: Slice }

function ofContacts(contacts: Condition, own: readonly number[], { actor, filter, slice }: ContactSearch): Condition {
  const narrowed = narrowedTo(actor, filter, slice.start)
  return {
    sql: `SELECT t.id FROM (SELECT id AS found FROM tickets INDEXED BY tickets_contact WHERE ${contacts.sql}
        UNION SELECT value FROM json_each(?)) CROSS JOIN tickets t ON t.id = found
      WHERE ${[...tabOf(filter), narrowed.sql].join(' AND ')} ${orderBy(filter)}`,
    params: [...contacts.params, JSON.stringify(own), ...narrowed.params],
  }
}

const idsOf = (db: Db, { sql, params }: Condition, { most, offset }: Slice) =>
  getColumn<number>(db, `${sql} LIMIT ${most} OFFSET ?`, [...params, offset])
