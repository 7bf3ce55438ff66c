/** Contacts are recognised by any of their addresses, created at their first message, or entered by hand. */
import { eq } from 'drizzle-orm'
import type { Actor } from '../actor'
import { changesBetween, recordAct } from '../audit/record'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { type Db, statement } from '../platform/sqlite'
import { fold, personName } from '../platform/text'
import { isEnabled } from '../settings/settings'
import type { Address } from './address'
import { announceContact } from './announce'
import type { CreateContact, UpdateContact } from './contract'
import { setExtraInfo } from './extra-info'
import { otherForm } from './number'
import { findCategoryOrFail, findContact, findContactIdByAddress, findContactOrFail, findHolder } from './queries'
import { isNameless, standInFor } from './stand-in'
import { type Contact, contacts } from './tables'
import { storeUsernames, tellUsernameChange } from './usernames'

export type Writer = { readonly addresses: readonly Address[]; readonly name: string | null; readonly isGroup: boolean }

/** The contacts that have one of these addresses, oldest first: more than one means two records of one person. */
export const findContactIds = (db: Db, addresses: readonly Address[]): number[] =>
  [...new Set(addresses.flatMap((address) => findContactIdByAddress(db, address) ?? []))].sort((a, b) => a - b)

/** The contact of the first known address: of two that are kept apart, the one named on the envelope. */
const findFirst = (db: Db, addresses: readonly Address[]): number | undefined =>
  addresses.map((address) => findContactIdByAddress(db, address)).find((id) => id !== undefined)

/** Finds or creates the contact of a writer, stores new addresses, and takes over a new push name unless an attendant named the contact. */
export function recogniseContact(cx: Cx, writer: Writer): Contact {
  const id = findFirst(cx.db, writer.addresses)
  const before = id === undefined ? undefined : findContactOrFail(cx.db, id)
  const contact = before ? learnName(cx.db, before, writer.name) : insertContact(cx.db, cx.now(), writer)
  const known = learnAddresses(cx.db, contact, writer.addresses)
  const told = learnUsernames(cx, writer.addresses)
  if (known !== before && !told.has(known.id)) announceContact(cx, known)
  return told.has(known.id) ? findContactOrFail(cx.db, known.id) : known
}

/** Takes over what these addresses tell of usernames. Returns the ids of the contacts that were announced for it. */
export function learnUsernames(cx: Cx, addresses: readonly Address[]): ReadonlySet<number> {
  const announced = new Set<number>()
  for (const change of storeUsernames(cx.db, cx.now(), addresses)) {
    const lid: Address = { kind: 'lid', value: change.lid, username: change.to }
    const id = findContactIdByAddress(cx.db, lid)
    const contact = id === undefined ? undefined : findContact(cx.db, id)
    if (!contact) continue
    const renamed =
      contact.number === null && isNameless(contact) ? learnName(cx.db, contact, standInFor([lid])) : contact
    announceContact(cx, renamed)
    tellUsernameChange(cx, contact.id, change)
    announced.add(contact.id)
  }
  return announced
}

/** Creates a contact by hand. `addresses` is what the messenger answered for the number, if there is one. */
export function createContact(cx: Cx, wanted: CreateContact, addresses: readonly Address[]): Contact {
  return cx.transaction((cx) => {
    const phone = wanted.number ? newNumber(cx.db, 0, wanted.number, addresses) : null
    if (wanted.contactCategoryId) findCategoryOrFail(cx.db, wanted.contactCategoryId)
    const made = cx.db
      .insert(contacts)
      .values({
        name: wanted.name,
        nameFolded: fold(wanted.name),
        nameBy: 'person',
        number: phone,
        email: wanted.email || null,
        acceptAudio: wanted.acceptAudioMessage ?? isEnabled(cx.db, 'acceptAudioMessageContact'),
        disableBot: wanted.disableBot ?? false,
        categoryId: wanted.contactCategoryId ?? null,
        createdAt: cx.now(),
      })
      .returning()
      .get()
    setExtraInfo(cx.db, made.id, wanted.extraInfo ?? [])
    const typed: Address[] = phone === null ? [] : [{ kind: 'phone', value: phone }]
    const known = learnAddresses(cx.db, made, addresses.length > 0 ? addresses : typed)
    announceContact(cx, known)
    return known
  })
}

/** Changes the fields that are given. `addresses` is what the messenger answered for a new number. */
export function updateContact(
  cx: Cx,
  actor: Actor,
  id: number,
  wanted: UpdateContact,
  addresses: readonly Address[],
): Contact {
  return cx.transaction((cx) => {
    const before = findContactOrFail(cx.db, id)
    const isCleared = before.number !== null && (wanted.number === '' || wanted.number === null)
    if (isCleared || (before.isGroup && wanted.number))
      fail('ERR_INVALID_INPUT', [{ field: 'number', message: isCleared ? 'form.required' : 'form.invalid' }])
    const phone = wanted.number ? newNumber(cx.db, id, wanted.number, addresses) : before.number
    const { name = before.name, email = before.email, disableBot = before.disableBot } = wanted
    const { contactCategoryId: categoryId = before.categoryId, acceptAudioMessage = before.acceptAudio } = wanted
    if (categoryId !== null && categoryId !== before.categoryId) requireCategory(cx.db, before, categoryId)
    const after = cx.db
      .update(contacts)
      .set({
        name,
        nameFolded: fold(name),
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
    if (wanted.extraInfo) setExtraInfo(cx.db, id, wanted.extraInfo)
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

/** Gives these contacts a category, or takes it from them; those that are gone are passed over. */
export async function categorizeContacts(cx: Cx, actor: Actor, ids: readonly number[], categoryId: number | null) {
  const category = categoryId === null ? null : findCategoryOrFail(cx.db, categoryId)
  let changed = 0
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    if (from > 0) await new Promise(setImmediate)
    cx.transaction((cx) => {
      for (const contact of ids.slice(from, from + AT_ONCE).flatMap((id) => findContact(cx.db, id) ?? [])) {
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
/** Contacts per transaction, before other work gets its turn. */
const AT_ONCE = 50

/** People have categories, groups have none. */
function requireCategory(db: Db, { isGroup }: Contact, categoryId: number) {
  if (isGroup) fail('ERR_INVALID_INPUT', [{ field: 'contactCategoryId', message: 'form.invalid' }])
  findCategoryOrFail(db, categoryId)
}

/**
 * Another number is another account on the messenger: the old addresses no longer belong to this contact. But a first number
 * is that of the account one knows, and one that was only typed may have been wrong, unless the messenger says whose it is.
 */
function forgetAddresses(db: Db, { id, number }: Contact, addresses: readonly Address[]) {
  const isSame = !namesAccount(addresses) && (number === null || isTyped(db, id))
  statement(db.$client, `DELETE FROM contact_addresses WHERE contact_id = ? ${isSame ? 'AND typed = 1' : ''}`).run(id)
}

const namesAccount = (addresses: readonly Address[]): boolean => addresses.some(({ kind }) => kind === 'lid')

const isTyped = (db: Db, contactId: number): boolean =>
  statement(db.$client, 'SELECT 1 FROM contact_addresses WHERE contact_id = (? + 0) AND typed = 1').get(contactId) !==
  undefined

const noteTyped = (db: Db, contactId: number, phone: string) =>
  void statement(
    db.$client,
    `UPDATE contact_addresses SET typed = 1 WHERE kind = 'phone' AND value = ? AND contact_id = ?`,
  ).run(phone, contactId)

/** The messenger's own form of the number; refused when another contact has it. */
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
  const shown = personName(name ?? '') || standInFor(addresses)
  return db
    .insert(contacts)
    .values({
      name: shown,
      nameFolded: fold(shown),
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
      .set({ name: shown, nameFolded: fold(shown) })
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
  // WhatsApp's own form of the number decides, also between the two forms of a Brazilian mobile.
  const free = db.select({ id: contacts.id }).from(contacts).where(eq(contacts.number, phone)).get() === undefined
  if (!free) return contact
  return db.update(contacts).set({ number: phone }).where(eq(contacts.id, contact.id)).returning().get() ?? contact
}
