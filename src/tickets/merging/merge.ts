/** Merges two records of one person: conversations, addresses and outbox rows move, and one active ticket survives. */
import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { announceContact, contactAudience } from '../../contacts/announce'
import type { MergedData } from '../../contacts/contract'
import { contactDeleted, MOST_EXTRA_INFO } from '../../contacts/contract'
import { contactMerging } from '../../contacts/events'
import { listExtraInfo, setExtraInfo } from '../../contacts/extra-info'
import { findContactOrFail, pictureAddress } from '../../contacts/queries'
import { type Contact, contacts } from '../../contacts/tables'
import type { Cx } from '../../platform/cx'
import type { Audience } from '../../platform/events'
import { execute, getColumn, getRows } from '../../platform/sql'
import { type Db, statement } from '../../platform/sqlite'
import { fold } from '../../platform/text'
import { announceTicket } from '../announce'
import { ticketClosed } from '../events'
import { writeLog } from '../log/log'
import { showLastOfOther } from '../messages/last-message'
import { findTicket } from '../queries'
import type { Ticket } from '../tables'

/** The rows a merge moved, stored in `contact_merges` so that it can be undone (unmerge.ts). */
export type MergeRecord = {
  /** The record that disappeared, and the kept one before the merge. */
  readonly contact: Contact
  readonly kept: Contact
  readonly ticketIds: readonly number[]
  readonly messageIds: readonly number[]
  readonly addresses: readonly StoredAddress[]
  /** Of the kept record before the merge, and until when each could be written to; missing in earlier versions. */
  readonly keptAddresses?: readonly StoredAddress[]
  readonly windows?: readonly StoredWindow[]
  /** The closed one (`from`) of two active tickets on one connection. */
  readonly absorbed: readonly { readonly from: number; readonly into: number; readonly messageIds: readonly number[] }[]
  /**
   * The kept record after the merge, and the custom fields of both before it; missing in merges by earlier versions.
   */
  readonly result?: Partial<Contact>
  readonly facts?: { readonly kept: Facts; readonly gone: Facts; readonly result: Facts }
  /** Ids of the record that disappeared, in the product from which the company moved in. */
  readonly movedIn?: readonly string[]
}

type StoredAddress = { readonly kind: string; readonly value: string }
export type StoredWindow = { readonly contactId: number; readonly connectionId: number; readonly openedAt: number }

/** Custom fields of a contact, in order. */
type Facts = readonly { readonly name: string; readonly value: string }[]

/** A merge by hand, and the user's choices. */
type ByHand = { readonly actor: Actor; readonly picks: MergedData }

/** Merges all these records into one, in the caller's transaction. */
export function mergeAll(cx: Cx, contactIds: readonly number[]) {
  const [oldest, ...others] = contactIds
  if (oldest === undefined) return
  const double = others.filter((other) => !areApart(cx.db, oldest, other))
  if (double.length === 0) return
  const kept = toKeep(cx.db, oldest, double)
  for (const other of [oldest, ...double])
    if (other !== kept && !areApart(cx.db, kept, other)) mergeContacts(cx, kept, other)
}

const MANY = 1000
const MOST_COUNTED = 20 * MANY

/** The oldest record, unless a later one has thousands of messages more: moving each message blocks the event loop. */
function toKeep(db: Db, oldest: number, later: readonly number[]): number {
  const count = statement(
    db.$client,
    `SELECT count(*) FROM (SELECT 1 FROM messages WHERE contact_id = ? LIMIT ${MOST_COUNTED})`,
  ).pluck()
  const thousands = (id: number) => Math.floor(Number(count.get(id)) / MANY)
  return later.reduce((kept, id) => (thousands(id) > thousands(kept) ? id : kept), oldest)
}

/** Whether somebody has separated these two before, or records that were merged into them. */
function areApart(db: Db, a: number, b: number): boolean {
  const undone = statement(
    db.$client,
    `WITH RECURSIVE parts (side, id) AS (
       VALUES ('a', ?), ('b', ?)
       UNION SELECT side, gone_id FROM parts JOIN contact_merges ON kept_id = parts.id AND undone_at IS NULL)
     SELECT 1 FROM contact_merges m JOIN parts k ON k.id = m.kept_id JOIN parts g ON g.id = m.gone_id
     WHERE m.undone_at IS NOT NULL AND k.side <> g.side`,
  )
  return undone.get(a, b) !== undefined
}

/** Users who may open either contact. */
export function audienceOfBoth(db: Db, one: Contact, other: Contact): Audience {
  const [seesOne, seesOther] = [contactAudience(db, one), contactAudience(db, other)]
  return (listener) => seesOne(listener) || seesOther(listener)
}

/** Returns the merge's id. Without `byHand`, the messenger reported that they are one person. */
export function mergeContacts(cx: Cx, keptId: number, goneId: number, byHand?: ByHand): number {
  const { db } = cx
  const [before, gone] = [findContactOrFail(db, keptId), findContactOrFail(db, goneId)]
  const audience = audienceOfBoth(db, before, gone)
  const ids = (sql: string) => getColumn<number>(db, sql, goneId)
  const ticketIds = ids('SELECT id FROM tickets WHERE contact_id = ?')
  const messageIds = ids('SELECT id FROM messages WHERE contact_id = ?')
  const addressesOf = (id: number) =>
    getRows<StoredAddress>(db, 'SELECT kind, value FROM contact_addresses WHERE contact_id = ?', id)
  const [addresses, keptAddresses] = [addressesOf(goneId), addressesOf(keptId)]
  const windows = getRows<StoredWindow>(
    db,
    'SELECT contact_id AS contactId, connection_id AS connectionId, opened_at AS openedAt FROM reply_windows WHERE contact_id IN (?, ?)',
    [keptId, goneId],
  )
  const absorbed = closeDuplicates(cx, keptId, goneId)
  run(db, 'UPDATE tickets SET contact_id = ? WHERE contact_id = ?', keptId, goneId)
  run(db, 'UPDATE messages SET contact_id = ? WHERE contact_id = ?', keptId, goneId)
  run(db, 'UPDATE outbox SET contact_id = ? WHERE contact_id = ?', keptId, goneId)
  run(db, 'UPDATE contact_addresses SET contact_id = ? WHERE contact_id = ?', keptId, goneId)
  run(db, 'UPDATE OR IGNORE block_wishes SET contact_id = ? WHERE contact_id = ?', keptId, goneId)
  run(db, 'UPDATE read_wishes SET contact_id = ? WHERE contact_id = ?', keptId, goneId)
  run(db, 'UPDATE OR IGNORE chat_expiry SET contact_id = ? WHERE contact_id = ?', keptId, goneId)
  run(db, 'UPDATE OR IGNORE phone_texts SET contact_id = ? WHERE contact_id = ?', keptId, goneId)
  for (const table of ['chat_expiry', 'phone_texts']) execute(db, `DELETE FROM ${table} WHERE contact_id = ?`, goneId)
  const result = mergedFields(before, gone, byHand?.picks)
  const [ours, theirs] = [factsOf(db, keptId), factsOf(db, goneId)]
  const facts = { kept: ours, gone: theirs, result: mergedFacts(ours, theirs, byHand?.picks.extraInfo ?? 'merge') }
  const moved: MergeRecord = {
    contact: gone,
    kept: before,
    ticketIds,
    messageIds,
    addresses,
    keptAddresses,
    windows,
    absorbed,
    result,
    facts,
  }
  const { lastInsertRowid } = execute(
    db,
    'INSERT INTO contact_merges (kept_id, gone_id, moved, created_at, merged_by, merged_by_name) VALUES (?, ?, ?, ?, ?, ?)',
    [keptId, goneId, JSON.stringify(moved), cx.now(), byHand?.actor.userId ?? null, byHand?.actor.name ?? null],
  )
  cx.happened(contactMerging({ keptId, goneId }))
  execute(db, 'DELETE FROM contacts WHERE id = ?', goneId)
  db.update(contacts).set(result).where(eq(contacts.id, keptId)).run()
  setExtraInfo(db, keptId, facts.result)
  cx.emit(contactDeleted({ contactId: goneId, mergedInto: keptId }), audience)
  announceContact(cx, findContactOrFail(db, keptId))
  for (const ticket of ticketsToAnnounce(db, keptId)) announceTicket(cx, null, ticket)
  return Number(lastInsertRowid)
}

/**
 * Notes a merge with a record that was never here, because it moved in as the same person; its addresses are the kept
 * record's from the start. Its tickets are added to the merge as they come.
 */
export function mergeMovedIn(
  cx: Cx,
  keptId: number,
  { gone, addresses, movedIn }: { gone: Contact; addresses: readonly StoredAddress[]; movedIn: readonly string[] },
) {
  const { db } = cx
  const kept = findContactOrFail(db, keptId)
  const keptAddresses = getRows<StoredAddress>(
    db,
    'SELECT kind, value FROM contact_addresses WHERE contact_id = ?',
    keptId,
  )
  const result = mergedFields(kept, gone)
  const none = { ticketIds: [], messageIds: [], absorbed: [], windows: [] }
  const moved: MergeRecord = { contact: gone, kept, addresses, keptAddresses, result, movedIn, ...none }
  execute(db, 'INSERT INTO contact_merges (kept_id, gone_id, moved, created_at) VALUES (?, ?, ?, ?)', [
    keptId,
    gone.id,
    JSON.stringify(moved),
    cx.now(),
  ])
  const isNew = (Object.keys(result) as (keyof Contact)[]).some((field) => result[field] !== kept[field]) // its own fields
  if (isNew) db.update(contacts).set(result).where(eq(contacts.id, keptId)).run()
}

/**
 * A name set by an attendant wins, each record fills the other's gaps, and a block or refused audio on either applies
 * to the result.
 */
function mergedFields(kept: Contact, gone: Contact, picks?: MergedData): Partial<Contact> {
  const usual = kept.nameBy === 'channel' && gone.nameBy === 'person' ? gone : kept
  const named = picks ? (picks.name === 'selected' ? gone : kept) : usual
  const chosen = <K extends 'number' | 'email' | 'categoryId'>(field: K, pick: keyof MergedData): Contact[K] =>
    picks?.[pick] === 'selected' ? (gone[field] ?? kept[field]) : (kept[field] ?? gone[field])
  return {
    name: named.name,
    nameFolded: named.nameFolded,
    nameBy: picks ? 'person' : named.nameBy,
    number: chosen('number', 'number'),
    email: chosen('email', 'email'),
    categoryId: chosen('categoryId', 'contactCategoryId'),
    picture: kept.picture ?? gone.picture,
    pictureUrl: kept.picture === null ? pictureAddress(kept.id, gone.picture) : kept.pictureUrl,
    active: kept.active && gone.active,
    acceptAudio: kept.acceptAudio && gone.acceptAudio,
    disableBot: kept.disableBot || gone.disableBot,
  }
}

export const factsOf = (db: Db, contactId: number): Facts =>
  listExtraInfo(db, contactId).map(({ name, value }) => ({ name, value }))

export const isSame = (a: Facts, b: Facts): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Both: each name once, with the kept record's value. */
function mergedFacts(kept: Facts, gone: Facts, pick: 'original' | 'selected' | 'merge'): Facts {
  if (pick !== 'merge') return pick === 'selected' ? gone : kept
  const known = new Set(kept.map(({ name }) => fold(name)))
  return [...kept, ...gone.filter(({ name }) => !known.has(fold(name)))].slice(0, MOST_EXTRA_INFO)
}

/**
 * The tickets to announce: their rows show the new contact, and duplicates leave the active lists. Limited to what any
 * screen can hold.
 */
export function ticketsToAnnounce(db: Db, contactId: number): Ticket[] {
  const newest = getColumn<number>(
    db,
    'SELECT id FROM tickets WHERE contact_id = ? ORDER BY created_at DESC LIMIT 200',
    contactId,
  )
  return newest.flatMap((id) => findTicket(db, id) ?? [])
}

/**
 * If both have an active ticket on one connection, the attended one survives, else the older; the other's messages move to it.
 */
function closeDuplicates(cx: Cx, keptId: number, goneId: number): MergeRecord['absorbed'] {
  const active = (contactId: number) =>
    getColumn<number>(cx.db, `SELECT id FROM tickets WHERE contact_id = ? AND status <> 'closed'`, contactId).flatMap(
      (id) => findTicket(cx.db, id) ?? [],
    )
  const kept = active(keptId)
  return active(goneId).flatMap((double) => {
    const twin = kept.find(({ connectionId }) => connectionId === double.connectionId)
    if (!twin) return []
    const [survivor, other] = survives(double, twin) ? [double, twin] : [twin, double]
    return [absorb(cx, survivor, other)]
  })
}

const survives = (a: Ticket, b: Ticket): boolean =>
  (a.status === 'open' && b.status !== 'open') || (a.status === b.status && a.id < b.id)

function absorb(cx: Cx, survivor: Ticket, other: Ticket): MergeRecord['absorbed'][number] {
  const { db } = cx
  const messageIds = getColumn<number>(db, 'SELECT id FROM messages WHERE ticket_id = ?', other.id)
  run(db, 'UPDATE messages SET ticket_id = ? WHERE ticket_id = ?', survivor.id, other.id)
  execute(
    db,
    `UPDATE tickets SET unread = unread + ?, marked_unread = max(marked_unread, (? + 0)), waiting_since = coalesce(min(waiting_since, ?), waiting_since, ?), updated_at = max(updated_at, (? + 0)) WHERE id = ?`,
    [other.unread, Number(other.markedUnread), other.waitingSince, other.waitingSince, cx.now(), survivor.id],
  )
  if (other.lastMessageAt > survivor.lastMessageAt) showLastOfOther(db, survivor.id, other.id)
  execute(
    db,
    `UPDATE tickets SET status = 'closed', unread = 0, marked_unread = 0, waiting_since = NULL, closed_at = ? WHERE id = ?`,
    [cx.now(), other.id],
  )
  writeLog(cx, other.id, { kind: 'closed', userId: null, data: { mergedInto: survivor.id } })
  const after = findTicket(db, other.id)
  const move = { want: 'close', farewell: false } as const
  if (after) cx.happened(ticketClosed({ before: other, after, move, actor: null }))
  return { from: other.id, into: survivor.id, messageIds }
}

const run = (db: Db, sql: string, a: number | string, b: number) => void execute(db, sql, [a, b])
