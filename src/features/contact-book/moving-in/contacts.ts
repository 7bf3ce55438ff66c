/** Takes over contacts and groups. Rows of one person become one contact, and a merge that can be looked at and undone. */
import * as v from 'valibot'
import { dialingOf } from '../../../channels/dialing'
import type { Address } from '../../../contacts/address'
import { movedName } from '../../../contacts/moved-name'
import { otherForm } from '../../../contacts/number'
import type { Contact } from '../../../contacts/tables'
import type { Reason } from '../../../moving-in/contract'
import type { Move } from '../../../moving-in/mover'
import { digitsOf } from '../../../moving-in/reading/addresses'
import type { SourceRows } from '../../../moving-in/source'
import type { Cx } from '../../../platform/cx'
import { Email } from '../../../platform/formats'
import { getOrMake } from '../../../platform/maps'
import { execute, getColumn, getOnlyValue, getRow, getTuples, getValue } from '../../../platform/sql'
import { type Db, statement } from '../../../platform/sqlite'
import { searchable } from '../../../platform/text'
import { mergeContacts, mergeMovedIn } from '../../../tickets/merging/merge'
import { type AddressFacts, readAddresses } from './addresses'

type ContactRow = SourceRows['contacts']

/** Names are indexed for search on the way, which takes most of the time. */
const CONTACTS_PER_TRANSACTION = 200

export async function moveContacts(move: Move): Promise<void> {
  const facts = factsOf(move)
  await move.inSlices(
    'contacts',
    move.source.rows('contacts', move.company.id),
    (slice) => {
      for (const row of slice) takeContact(move, row, facts)
    },
    CONTACTS_PER_TRANSACTION,
  )
  move.source.joinContacts(move.company.id, listTwins(move.cx.db))
  await move.inSlices('contacts.lids', move.source.rows('lidMaps', move.company.id), (slice) => {
    for (const row of slice) takeLid(move, row)
  })
}

/** Their contacts that are one here: each with the first of them. */
const listTwins = (db: Db): readonly [string, string][] =>
  getTuples<[string, string]>(
    db,
    `SELECT m.theirs, first.theirs FROM moved_ids m
     JOIN (SELECT ours, min(theirs) AS theirs FROM moved_ids WHERE kind = 'contacts' GROUP BY ours HAVING count(*) > 1) first USING (ours)
     WHERE m.kind = 'contacts' AND m.theirs <> first.theirs`,
  )

type Facts = Omit<AddressFacts, 'lids'> & {
  lidsOf(contactId: string): readonly string[]
  /** Contacts here that moved in, not those who wrote here first. */
  readonly moved: Set<number>
}

function factsOf({ cx, source, company }: Move): Facts {
  const lids = new Map<string, string[]>()
  const all = new Set<string>()
  for (const { lid, contactId } of source.rows('lidMaps', company.id)) {
    getOrMake(lids, contactId, () => []).push(lid)
    all.add(digitsOf(lid) ?? '')
  }
  return {
    family: source.family,
    country: dialingOf(cx).country,
    lidsOf: (contactId) => lids.get(contactId) ?? [],
    isLid: (digits) => all.has(digits),
    moved: new Set(getColumn<number>(cx.db, `SELECT ours FROM moved_ids WHERE kind = 'contacts'`)),
  }
}

function takeContact(move: Move, row: ContactRow, facts: Facts) {
  const { cx, ids, report } = move
  const { db } = cx
  if (ids.has('contacts', row.id)) return report.merged('contacts', 'alreadyHere')
  const { addresses, lacks } = readAddresses(row, { ...facts, lids: facts.lidsOf(row.id) })
  const known = holdersOf(db, addresses)
  const [first] = known
  const stranger = known.find(({ contactId }) => !facts.moved.has(contactId))
  if (stranger) {
    ids.add('contacts', row.id, stranger.contactId)
    storeAddresses(db, stranger.contactId, addresses)
    return report.merged('contacts', 'alreadyHere')
  }
  const contact = readContact(move, row, addresses)
  if (lacks) report.noted('contacts', lacks, row.name ?? row.number)
  if (row.birthDate) report.noted('contacts', 'noCounterpart', `${row.name ?? row.number}: ${row.birthDate}`)
  if (!first) {
    const contactId = insertContact(db, contact)
    facts.moved.add(contactId)
    storeAddresses(db, contactId, addresses)
    ids.add('contacts', row.id, contactId)
    return report.imported('contacts')
  }
  const own = storeAddresses(db, first.contactId, addresses)
  mergeMovedIn(cx, first.contactId, { gone: { ...contact, id: unusedId(db) }, addresses: own, movedIn: [row.id] })
  ids.add('contacts', row.id, first.contactId)
  report.merged('contacts', first.reason)
  for (const { contactId: goneId } of known.slice(1)) if (!hasTickets(db, goneId)) join(cx, first.contactId, goneId)
}

type Holder = { readonly contactId: number; readonly reason: Reason }

/** The contacts that have one of these addresses, or the other written form of the number; the number's come first. */
function holdersOf(db: Db, addresses: readonly Address[]): readonly Holder[] {
  const find = statement(db.$client, 'SELECT contact_id FROM contact_addresses WHERE kind = ? AND value = ?').pluck()
  const found = new Map<number, Holder>()
  const note = (kind: string, value: string | undefined, reason: Reason) => {
    const contactId = value === undefined ? undefined : (find.get(kind, value) as number | undefined) // a whole number
    if (contactId !== undefined && !found.has(contactId)) found.set(contactId, { contactId, reason })
  }
  const number = addresses.find(({ kind }) => kind === 'phone')?.value
  for (const { kind, value } of addresses) {
    note(kind, value, kind === 'lid' ? 'lid' : 'repeated')
    if (kind === 'phone') note(kind, otherForm(value), 'ninthDigit')
  }
  return [...found.values()].filter(
    ({ contactId, reason }) => reason !== 'lid' || number === undefined || isSameNumber(db, contactId, number),
  )
}

/** A LID that the product gave to two people with different numbers joins nobody. */
function isSameNumber(db: Db, contactId: number, number: string): boolean {
  const theirs = getValue<string | null>(db, 'SELECT number FROM contacts WHERE id = (? + 0)', contactId) ?? null
  return theirs === null || theirs === number || theirs === otherForm(number)
}

const hasTickets = (db: Db, contactId: number): boolean =>
  getRow(db, 'SELECT 1 FROM tickets WHERE contact_id = (? + 0) LIMIT 1', contactId) !== undefined

/** Their ids of the contact. */
const theirsOf = (db: Db, contactId: number): readonly string[] =>
  getColumn<string>(db, `SELECT theirs FROM moved_ids WHERE kind = 'contacts' AND ours = (? + 0)`, contactId)

/** Two that came as two, before the row that has the addresses of both. */
function join(cx: Cx, keptId: number, goneId: number) {
  const theirs = theirsOf(cx.db, goneId)
  const mergeId = mergeContacts(cx, keptId, goneId)
  execute(cx.db, `UPDATE contact_merges SET moved = json_set(moved, '$.movedIn', json(?)) WHERE id = ?`, [
    JSON.stringify(theirs),
    mergeId,
  ])
  for (const id of theirs)
    execute(cx.db, `UPDATE moved_ids SET ours = ? WHERE kind = 'contacts' AND theirs = ?`, [keptId, id])
}

function readContact({ cx, report }: Move, row: ContactRow, addresses: readonly Address[]): Omit<Contact, 'id'> {
  const { name, nameBy } = movedName(row.name, row.number, addresses)
  const phone = addresses.find(({ kind }) => kind === 'phone')?.value ?? null
  const isTaken = phone !== null && getRow(cx.db, 'SELECT 1 FROM contacts WHERE number = ?', phone) !== undefined
  const email = v.safeParse(Email, row.email ?? '')
  if (row.email?.trim() && !email.success) report.noted('contacts', 'invalidEmail', row.email)
  return {
    name,
    nameFolded: searchable(name),
    nameBy,
    number: isTaken ? null : phone,
    email: email.success ? email.output : null,
    pictureUrl: null,
    picture: null,
    pictureCheckedAt: 0,
    isGroup: row.isGroup || addresses.some(({ kind }) => kind === 'group'),
    active: row.active,
    acceptAudio: row.acceptsAudio,
    disableBot: row.disableBot,
    createdAt: Math.min(row.createdAt ?? cx.now(), cx.now()),
    categoryId: null,
    lastTicketAt: 0,
    lastConnectionId: null,
  }
}

function insertContact(db: Db, { isGroup, active, acceptAudio, disableBot, ...contact }: Omit<Contact, 'id'>): number {
  const { lastInsertRowid } = statement(
    db.$client,
    `INSERT INTO contacts (name, name_folded, name_by, number, email, is_group, active, accept_audio, disable_bot, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    contact.name,
    contact.nameFolded,
    contact.nameBy,
    contact.number,
    contact.email,
    ...[isGroup, active, acceptAudio, disableBot].map(Number),
    contact.createdAt,
  )
  return Number(lastInsertRowid)
}

/** As of a contact that was deleted: no other contact will have it. */
const unusedId = (db: Db): number =>
  getOnlyValue<number>(db, `UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'contacts' RETURNING seq`)

/** Returns those that nobody had. */
function storeAddresses(db: Db, contactId: number, addresses: readonly Address[]): readonly Address[] {
  const store = statement(
    db.$client,
    'INSERT INTO contact_addresses (kind, value, contact_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  return addresses.filter(({ kind, value }) => store.run(kind, value, contactId).changes > 0)
}

/** The address came with its contact, unless an earlier run brought that. */
function takeLid({ cx, ids, report }: Move, { lid, contactId: theirs }: SourceRows['lidMaps']) {
  const contactId = ids.find('contacts', theirs)
  if (ids.has('lidMaps', lid)) return report.merged('lidMaps', 'alreadyHere')
  if (contactId === undefined) return report.skipped('lidMaps', 'noContact')
  ids.add('lidMaps', lid, contactId)
  const value = digitsOf(lid)
  if (value !== null) storeAddresses(cx.db, contactId, [{ kind: 'lid', value }])
  report.imported('lidMaps')
}
