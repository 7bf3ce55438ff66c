/** Takes over contacts and groups. Rows of one person become one contact, and a merge that can be looked at and undone. */
import * as v from 'valibot'
import { dialingOf } from '../../../channels/dialing'
import type { Address } from '../../../contacts/address'
import { movedName } from '../../../contacts/moved-name'
import { otherForm } from '../../../contacts/number'
import type { Reason } from '../../../moving-in/contract'
import type { Move } from '../../../moving-in/mover'
import type { SourceRows } from '../../../moving-in/source'
import type { Cx } from '../../../platform/cx'
import { Email } from '../../../platform/formats'
import { getOrMake } from '../../../platform/maps'
import { execute, getColumn, getRow, getTuples, getValue } from '../../../platform/sql'
import { type Db, statement } from '../../../platform/sqlite'
import { searchable } from '../../../platform/text'
import { mergeContacts } from '../../../tickets/merging/merge'
import { type AddressFacts, readAddresses } from './addresses'

type ContactRow = SourceRows['contacts']

export async function moveContacts(move: Move): Promise<void> {
  const facts = factsOf(move)
  await move.inSlices('contacts', move.source.rows('contacts', move.company.id), (slice) => {
    for (const row of slice) takeContact(move, row, facts)
  })
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
    all.add(lid.replace(/@lid$/, ''))
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
  const contactId = insertContact(move, row, addresses)
  facts.moved.add(contactId)
  storeAddresses(db, contactId, addresses)
  ids.add('contacts', row.id, contactId)
  if (lacks) report.noted('contacts', lacks, row.name ?? row.number)
  if (row.birthDate) report.noted('contacts', 'noCounterpart', `${row.name ?? row.number}: ${row.birthDate}`)
  if (!first) return report.imported('contacts')
  join(cx, { keptId: first.contactId, goneId: contactId, theirs: [row.id] })
  for (const { contactId: goneId } of known.slice(1))
    if (!hasTickets(db, goneId)) join(cx, { keptId: first.contactId, goneId, theirs: theirsOf(db, goneId) })
  report.merged('contacts', first.reason)
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

type Join = { readonly keptId: number; readonly goneId: number; readonly theirs: readonly string[] }

/** What belonged to the rows of the gone contact goes with it when the merge is undone: `noteTicketOfMerged`. */
function join(cx: Cx, { keptId, goneId, theirs }: Join) {
  const mergeId = mergeContacts(cx, keptId, goneId)
  execute(cx.db, `UPDATE contact_merges SET moved = json_set(moved, '$.movedIn', json(?)) WHERE id = ?`, [
    JSON.stringify(theirs),
    mergeId,
  ])
  for (const id of theirs)
    execute(cx.db, `UPDATE moved_ids SET ours = ? WHERE kind = 'contacts' AND theirs = ?`, [keptId, id])
}

function insertContact({ cx, report }: Move, row: ContactRow, addresses: readonly Address[]): number {
  const { db } = cx
  const { name, nameBy } = movedName(row.name, row.number, addresses)
  const phone = addresses.find(({ kind }) => kind === 'phone')?.value ?? null
  const isTaken = phone !== null && getRow(db, 'SELECT 1 FROM contacts WHERE number = ?', phone) !== undefined
  const email = v.safeParse(Email, row.email ?? '')
  if (row.email?.trim() && !email.success) report.noted('contacts', 'invalidEmail', row.email)
  const { lastInsertRowid } = statement(
    db.$client,
    `INSERT INTO contacts (name, name_folded, name_by, number, email, is_group, active, accept_audio, disable_bot, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    name,
    searchable(name),
    nameBy,
    isTaken ? null : phone,
    email.success ? email.output : null,
    row.isGroup ? 1 : 0,
    row.active ? 1 : 0,
    row.acceptsAudio ? 1 : 0,
    row.disableBot ? 1 : 0,
    Math.min(row.createdAt ?? cx.now(), cx.now()),
  )
  return Number(lastInsertRowid)
}

function storeAddresses(db: Db, contactId: number, addresses: readonly Address[]) {
  const store = statement(
    db.$client,
    'INSERT INTO contact_addresses (kind, value, contact_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  for (const { kind, value } of addresses) store.run(kind, value, contactId)
}

/** The address itself came with the contact. */
function takeLid({ ids, report }: Move, { contactId }: SourceRows['lidMaps']) {
  if (ids.find('contacts', contactId) === undefined) return report.skipped('lidMaps', 'noContact')
  report.imported('lidMaps')
}
