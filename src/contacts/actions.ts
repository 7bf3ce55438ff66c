/** Contacts are found by any of their addresses, and created by their first message or by hand. */
import { eq } from 'drizzle-orm'
import type { Actor } from '../actor'
import { changesBetween, recordAct } from '../audit/record'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { execute, getRow } from '../platform/sql'
import { type Db, statement } from '../platform/sqlite'
import { personName, searchable } from '../platform/text'
import { isEnabled } from '../settings/settings'
import type { Address } from './address'
import { announceContact } from './announce'
import type { CreateContact, UpdateContact } from './editing/contract'
import { setExtraInfo } from './extra-info'
import { otherForm } from './number'
import { isNameless, placeholderName } from './placeholder-name'
import { findCategoryOrFail, findContact, findContactIdByAddress, findContactOrFail, findHolder } from './queries'
import { type Contact, contacts } from './tables'
import { notifyUsernameChange, storeUsernames } from './usernames'

export type Writer = { readonly addresses: readonly Address[]; readonly name: string | null; readonly isGroup: boolean }

/** The contacts with one of these addresses, oldest first; more than one means duplicate records of one person. */
export const findContactIds = (db: Db, addresses: readonly Address[]): number[] =>
  [...new Set(addresses.flatMap((address) => holdersOf(db, address)))].sort((a, b) => a - b)

/** Earlier releases may have stored the two forms of a number as two people. */
function holdersOf(db: Db, address: Address): readonly number[] {
  const other = address.kind === 'phone' ? otherForm(address.value) : undefined
  const both = other === undefined ? [] : [address, { kind: 'phone', value: other } as const]
  const found = both.flatMap((one) => findHolder(db, one)?.contactId ?? [])
  return found.length > 0 ? found : [findContactIdByAddress(db, address) ?? []].flat()
}

/** The contact of the first known address. If two contacts are kept apart, the one on the message's envelope wins. */
const findFirst = (db: Db, addresses: readonly Address[]): number | undefined =>
  addresses.map((address) => findContactIdByAddress(db, address)).find((id) => id !== undefined)

/**
 * Finds or creates the contact of a writer, stores new addresses, and adopts a new push name unless an attendant named
 * the contact.
 */
export function recogniseContact(cx: Cx, writer: Writer): Contact {
  const id = findFirst(cx.db, writer.addresses)
  const before = id === undefined ? undefined : findContactOrFail(cx.db, id)
  const contact = before ? learnName(cx.db, before, writer.name) : insertContact(cx.db, cx.now(), writer)
  const known = learnAddresses(cx.db, contact, writer.addresses)
  const announced = learnUsernames(cx, writer.addresses)
  if (known !== before && !announced.has(known.id)) announceContact(cx, known)
  return announced.has(known.id) ? findContactOrFail(cx.db, known.id) : known
}

/** Stores the usernames of these addresses. Returns the ids of the contacts that were announced as changed. */
export function learnUsernames(cx: Cx, addresses: readonly Address[]): ReadonlySet<number> {
  const announced = new Set<number>()
  for (const change of storeUsernames(cx.db, cx.now(), addresses)) {
    const address: Address = { ...change.address, username: change.to }
    const id = findContactIdByAddress(cx.db, address)
    const contact = id === undefined ? undefined : findContact(cx.db, id)
    if (!contact) continue
    const renamed =
      contact.number === null && isNameless(contact) ? learnName(cx.db, contact, placeholderName([address])) : contact
    announceContact(cx, renamed)
    notifyUsernameChange(cx, contact.id, change)
    announced.add(contact.id)
  }
  return announced
}

/** Creates a contact by hand. `addresses` is the messenger's answer for the number, if any. */
export function createContact(cx: Cx, input: CreateContact, addresses: readonly Address[]): Contact {
  return cx.transaction((cx) => {
    const phone = input.number ? newNumber(cx.db, 0, input.number, addresses) : null
    if (input.contactCategoryId) findCategoryOrFail(cx.db, input.contactCategoryId)
    const made = cx.db
      .insert(contacts)
      .values({
        name: input.name,
        nameFolded: searchable(input.name),
        nameBy: 'person',
        number: phone,
        email: input.email || null,
        acceptAudio: input.acceptAudioMessage ?? isEnabled(cx.db, 'acceptAudioMessageContact'),
        disableBot: input.disableBot ?? false,
        categoryId: input.contactCategoryId ?? null,
        createdAt: cx.now(),
      })
      .returning()
      .get()
    setExtraInfo(cx.db, made.id, input.extraInfo ?? [])
    const typed: Address[] = phone === null ? [] : [{ kind: 'phone', value: phone }]
    const known = learnAddresses(cx.db, made, addresses.length > 0 ? addresses : typed)
    announceContact(cx, known)
    return known
  })
}

/** Changes the given fields. `addresses` is the messenger's answer for a new number. */
export function changeContact(
  cx: Cx,
  actor: Actor,
  id: number,
  input: UpdateContact,
  addresses: readonly Address[],
): Contact {
  return cx.transaction((cx) => {
    const before = findContactOrFail(cx.db, id)
    const isCleared = before.number !== null && (input.number === '' || input.number === null)
    if (isCleared || (before.isGroup && input.number))
      fail('ERR_INVALID_INPUT', [{ field: 'number', message: isCleared ? 'form.required' : 'form.invalid' }])
    const phone = input.number ? newNumber(cx.db, id, input.number, addresses) : before.number
    const { name = before.name, email = before.email, disableBot = before.disableBot } = input
    const { contactCategoryId: categoryId = before.categoryId, acceptAudioMessage = before.acceptAudio } = input
    if (categoryId !== null && categoryId !== before.categoryId) requireCategory(cx.db, before, categoryId)
    const after = cx.db
      .update(contacts)
      .set({
        name,
        nameFolded: searchable(name),
        nameBy: name === before.name ? before.nameBy : 'person',
        number: phone,
        email: email || null,
        disableBot,
        acceptAudio: acceptAudioMessage,
        categoryId,
      })
      .where(eq(contacts.id, id))
      .returning()
      .get()
    if (input.extraInfo) setExtraInfo(cx.db, id, input.extraInfo)
    if (phone !== null && phone !== before.number) {
      forgetAddresses(cx.db, before, addresses)
      learnAddresses(cx.db, after, [{ kind: 'phone', value: phone }, ...addresses])
      if (!namesAccount(addresses)) noteTyped(cx.db, id, phone)
    }
    recordAct(cx, actor, {
      kind: 'contact',
      act: 'update',
      subject: after,
      changes: changesBetween(noted(before), noted(after)),
    })
    announceContact(cx, after)
    return after
  })
}

const noted = ({ name, number, email, categoryId, disableBot, acceptAudio }: Contact) => ({
  name,
  number,
  email,
  categoryId,
  disableBot,
  acceptAudioMessage: acceptAudio,
})

/** Puts these contacts into a category, or takes them out of it; deleted contacts are skipped. */
export async function categorizeContacts(cx: Cx, actor: Actor, ids: readonly number[], categoryId: number | null) {
  const category = categoryId === null ? null : findCategoryOrFail(cx.db, categoryId)
  let changed = 0
  for (let from = 0; from < ids.length; from += ROWS_PER_TRANSACTION) {
    if (from > 0) await new Promise(setImmediate)
    cx.transaction((cx) => {
      for (const contact of ids
        .slice(from, from + ROWS_PER_TRANSACTION)
        .flatMap((id) => findContact(cx.db, id) ?? [])) {
        if (contact.categoryId === categoryId) continue
        if (categoryId !== null) requireCategory(cx.db, contact, categoryId)
        cx.db.update(contacts).set({ categoryId }).where(eq(contacts.id, contact.id)).run()
        announceContact(cx, { ...contact, categoryId })
        changed++
      }
    })
  }
  if (changed > 0)
    recordAct(cx, actor, {
      kind: 'contactCategory',
      act: 'categorize',
      subject: { id: categoryId, name: category?.description ?? '' },
      changes: [{ field: 'contacts', from: null, to: changed }],
    })
}
/** Contacts per transaction; yields to the event loop in between. */
const ROWS_PER_TRANSACTION = 50

/** Only people have categories; groups have none. */
function requireCategory(db: Db, { isGroup }: Contact, categoryId: number) {
  if (isGroup) fail('ERR_INVALID_INPUT', [{ field: 'contactCategoryId', message: 'form.invalid' }])
  findCategoryOrFail(db, categoryId)
}

/**
 * A changed number is another account, so the old addresses no longer belong to this contact. Exceptions: a first
 * number belongs to the account we know, and a number that was only typed may have been a typo, unless the messenger
 * says whose it is.
 */
function forgetAddresses(db: Db, { id, number }: Contact, addresses: readonly Address[]) {
  const isSame = !namesAccount(addresses) && (number === null || isTyped(db, id))
  execute(
    db,
    `DELETE FROM contact_addresses WHERE contact_id = ? AND kind IN ('phone', 'lid') ${isSame ? 'AND typed = 1' : ''}`,
    id,
  )
}

const namesAccount = (addresses: readonly Address[]): boolean => addresses.some(({ kind }) => kind === 'lid')

const isTyped = (db: Db, contactId: number): boolean =>
  getRow(db, 'SELECT 1 FROM contact_addresses WHERE contact_id = (? + 0) AND typed = 1', contactId) !== undefined

const noteTyped = (db: Db, contactId: number, phone: string) =>
  void execute(db, `UPDATE contact_addresses SET typed = 1 WHERE kind = 'phone' AND value = ? AND contact_id = ?`, [
    phone,
    contactId,
  ])

/** Returns the number in the messenger's form; refuses it if another contact has it. */
function newNumber(db: Db, id: number, typed: string, addresses: readonly Address[]): string {
  const taken = findContactIds(db, [{ kind: 'phone', value: typed }, ...addresses]).find((other) => other !== id)
  if (taken !== undefined) fail('ERR_DUPLICATED_CONTACT', { contactId: taken })
  return addresses.find(({ kind }) => kind === 'phone')?.value ?? typed
}

export function toggleAudio(cx: Cx, id: number): Contact {
  return cx.transaction((cx) => {
    const { acceptAudio } = findContactOrFail(cx.db, id)
    cx.db.update(contacts).set({ acceptAudio: !acceptAudio }).where(eq(contacts.id, id)).run()
    const contact = findContactOrFail(cx.db, id)
    announceContact(cx, contact)
    return contact
  })
}

function insertContact(db: Db, now: number, { addresses, name, isGroup }: Writer): Contact {
  const number = addresses.find(({ kind }) => kind === 'phone')?.value ?? null
  const shown = personName(name ?? '') || placeholderName(addresses)
  return db
    .insert(contacts)
    .values({
      name: shown,
      nameFolded: searchable(shown),
      number,
      isGroup,
      acceptAudio: isEnabled(db, 'acceptAudioMessageContact'),
      createdAt: now,
    })
    .returning()
    .get()
}

function learnName(db: Db, contact: Contact, name: string | null): Contact {
  const shown = personName(name ?? '')
  if (!shown || contact.nameBy === 'person' || contact.name === shown) return contact
  return (
    db
      .update(contacts)
      .set({ name: shown, nameFolded: searchable(shown) })
      .where(eq(contacts.id, contact.id))
      .returning()
      .get() ?? contact
  )
}

function learnAddresses(db: Db, contact: Contact, addresses: readonly Address[]): Contact {
  const learn = statement(
    db.$client,
    `INSERT INTO contact_addresses (kind, value, contact_id) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET typed = 0 WHERE typed = 1 AND contact_id = excluded.contact_id`,
  )
  for (const address of addresses) {
    const holder = findHolder(db, address)
    if (!holder || (holder.isTyped && holder.contactId === contact.id))
      learn.run(address.kind, address.value, contact.id)
  }
  const phone = addresses.find(({ kind }) => kind === 'phone')?.value
  if (!phone || contact.number === phone) return contact
  if (contact.number !== null && otherForm(contact.number) !== phone) return contact
  // WhatsApp's form of the number decides, also between the two forms of a Brazilian mobile.
  const free = db.select({ id: contacts.id }).from(contacts).where(eq(contacts.number, phone)).get() === undefined
  if (!free) return contact
  return db.update(contacts).set({ number: phone }).where(eq(contacts.id, contact.id)).returning().get() ?? contact
}
