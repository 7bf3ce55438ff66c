/** Who writes to us: recognised by any address, made known at the first message, or entered by hand. */
import { eq } from 'drizzle-orm'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { type Db, statement } from '../platform/sqlite'
import { fold } from '../platform/text'
import { type CreateContact, contactUpdated } from './contract'
import { formatNumber, otherForm } from './number'
import { type Address, findContactIdByAddress, findContactOrFail, summarizeContact } from './queries'
import { type Contact, contacts } from './tables'

export type Writer = { readonly addresses: readonly Address[]; readonly name: string | null; readonly isGroup: boolean }

/** The contacts these addresses lead to, oldest first: more than one means two records of one person. */
export const findContactIds = (db: Db, addresses: readonly Address[]): number[] =>
  [...new Set(addresses.flatMap((address) => findContactIdByAddress(db, address) ?? []))].sort((a, b) => a - b)

/** Finds the writer or makes the contact, learns addresses not seen before, and takes a new push name unless a person named it. */
export function recogniseContact(cx: Cx, writer: Writer): Contact {
  const id = findContactIds(cx.db, writer.addresses)[0]
  const before = id === undefined ? undefined : findContactOrFail(cx.db, id)
  const contact = before ? learnName(cx.db, before, writer.name) : insertContact(cx.db, cx.now(), writer)
  const known = learnAddresses(cx.db, contact, writer.addresses)
  if (known !== before) cx.emit(contactUpdated({ contact: summarizeContact(known) }), () => true)
  return known
}

/** Enters a contact by hand. `addresses` is what the messenger answered for the number. */
export function createContact(cx: Cx, wanted: CreateContact, addresses: readonly Address[]): Contact {
  return cx.transaction((cx) => {
    const taken = findContactIds(cx.db, [{ kind: 'phone', value: wanted.number }, ...addresses])[0]
    if (taken !== undefined) fail('ERR_DUPLICATED_CONTACT', { contactId: taken })
    const phone = addresses.find(({ kind }) => kind === 'phone')?.value ?? wanted.number
    const made = cx.db
      .insert(contacts)
      .values({
        name: wanted.name,
        nameFolded: fold(wanted.name),
        nameBy: 'person',
        number: phone,
        email: wanted.email || null,
        createdAt: cx.now(),
      })
      .returning()
      .get()
    const known = learnAddresses(cx.db, made, addresses.length > 0 ? addresses : [{ kind: 'phone', value: phone }])
    cx.emit(contactUpdated({ contact: summarizeContact(known) }), () => true)
    return known
  })
}

function insertContact(db: Db, now: number, { addresses, name, isGroup }: Writer): Contact {
  const number = addresses.find(({ kind }) => kind === 'phone')?.value ?? null
  const shown = name?.trim() || (number ? formatNumber(number) : (addresses[0]?.value ?? '?'))
  return db
    .insert(contacts)
    .values({ name: shown, nameFolded: fold(shown), number, isGroup, createdAt: now })
    .returning()
    .get()
}

function learnName(db: Db, contact: Contact, name: string | null): Contact {
  const shown = name?.trim()
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
    'INSERT OR IGNORE INTO contact_addresses (kind, value, contact_id) VALUES (?, ?, ?)',
  )
  for (const { kind, value } of addresses) learn.run(kind, value, contact.id)
  const phone = addresses.find(({ kind }) => kind === 'phone')?.value
  if (!phone || contact.number === phone) return contact
  if (contact.number !== null && otherForm(contact.number) !== phone) return contact
  // WhatsApp's own form of the number decides, also between the two forms of a Brazilian mobile.
  const free = db.select({ id: contacts.id }).from(contacts).where(eq(contacts.number, phone)).get() === undefined
  if (!free) return contact
  return db.update(contacts).set({ number: phone }).where(eq(contacts.id, contact.id)).returning().get() ?? contact
}
