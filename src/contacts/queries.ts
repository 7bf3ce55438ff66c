import { fail } from '../errors'
import { finder } from '../platform/finder'
import { instant } from '../platform/formats'
import { getOrMake } from '../platform/maps'
import { getRows, getTuple, getValue } from '../platform/sql'
import { type Db, type Raw, remembered } from '../platform/sqlite'
import { searchable } from '../platform/text'
import { type Address, type AddressKind, addressKey } from './address'
import { ContactSummary, type ContactWithInfo } from './contract'
import { contactErrors } from './errors'
import { listExtraInfo } from './extra-info'
import { otherForm } from './number'
import { type Contact, type ContactAddress, contactCategories, contacts } from './tables'
import { usernameOf } from './usernames'

export const { find: findContact, findOrFail: findContactOrFail } = finder(contacts, 'ERR_NO_CONTACT_FOUND')

export const { find: findCategory, findOrFail: findCategoryOrFail } = finder(
  contactCategories,
  contactErrors.ERR_NO_CATEGORY_FOUND,
)

/**
 * The contact that has an address. `isTyped`: the number was entered by hand, and the messenger has not confirmed it.
 */
type Holder = { readonly contactId: number; readonly isTyped: boolean }

/** Cached, because every message looks up its writer's addresses. */
export function findHolder(db: Db, { kind, value }: Address): Holder | undefined {
  const raw = db.$client
  const read = getOrMake(holders, raw, () =>
    remembered(raw, (key: string) => readHolder(raw, key) ?? null, ['contact_addresses']),
  )
  return read(addressKey({ kind, value })) ?? undefined
}
/** Null: nobody has it, which is asked several times about a new writer. */
const holders = new WeakMap<Raw, (key: string) => Holder | null>()

function readHolder(raw: Raw, key: string): Holder | undefined {
  const end = key.indexOf(':') // a kind contains no colon
  const row = getTuple<[contactId: number, typed: number]>(
    raw,
    'SELECT contact_id, typed FROM contact_addresses WHERE kind = ? AND value = ?',
    [key.slice(0, end), key.slice(end + 1)],
  )
  return row && { contactId: row[0], isTyped: row[1] === 1 }
}

/** Finds a person by any of their addresses; a Brazilian mobile matches in either form. */
export function findContactIdByAddress(db: Db, address: Address): number | undefined {
  const id = findHolder(db, address)?.contactId
  if (id !== undefined || address.kind !== 'phone') return id
  const other = otherForm(address.value)
  return (other && findHolder(db, { kind: 'phone', value: other })?.contactId) || findIdByNumber(db, address.value)
}

/** The messenger may report only a LID for a number that somebody typed. */
const findIdByNumber = (db: Db, number: string): number | undefined =>
  getValue<number>(db, 'SELECT id FROM contacts WHERE number = ?', number)

/**
 * All addresses: phone number before LID, as WhatsApp does if it knows both; of several numbers, the contact's first.
 * For those that a connection can send to see channels/reach.ts.
 */
export function addressesOf(db: Db, contactId: number): ContactAddress[] {
  const all = getRows<ContactAddress>(
    db,
    `SELECT kind, value, contact_id AS contactId FROM contact_addresses WHERE contact_id = (? + 0)
     ORDER BY value IS NOT (SELECT number FROM contacts WHERE id = (? + 0)), value`,
    [contactId, contactId],
  )
  return all.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
}
const ORDER: readonly AddressKind[] = ['group', 'phone', 'lid', 'bsuid', 'psid', 'igsid']

/** Finds a person by number, in either form, or else the first with exactly this name. */
export function findPerson(db: Db, { number, name }: { number: string; name: string }): Contact {
  const id = number === '' ? firstNamed(db, name) : findContactIdByAddress(db, { kind: 'phone', value: number })
  return (id === undefined ? undefined : findContact(db, id)) ?? fail('ERR_NO_CONTACT_FOUND')
}

const firstNamed = (db: Db, name: string) =>
  getValue<number>(
    db,
    'SELECT id FROM contacts WHERE is_group = 0 AND name_folded = ? ORDER BY id LIMIT 1',
    searchable(name),
  )

/** A new picture gets a new URL, so browsers may cache the old one. */
export const pictureAddress = (contactId: number, sha256: string | null): string | null =>
  sha256 && `/api/contacts/${contactId}/picture/${sha256.slice(0, 16)}`

type SummaryField = 'id' | 'name' | 'number' | 'email' | 'pictureUrl' | 'createdAt' | 'categoryId' | 'lastTicketAt'
type Yes = 'isGroup' | 'active' | 'acceptAudio' | 'disableBot'
/** SQLite has no booleans. */
export type ContactToShow = Pick<Contact, SummaryField> &
  Record<Yes, number | boolean> & { readonly username?: string | null }

/** How a messenger knows a person without naming the number. */
function idKindOf(db: Db, contactId: number): ContactSummary['idKind'] {
  const kinds = addressesOf(db, contactId).map(({ kind }) => kind)
  return idKinds.find((kind) => kinds.includes(kind)) ?? null
}
const idKinds = ContactSummary.entries.idKind.wrapped.options

export function summarizeContact(db: Db, contact: ContactToShow): ContactSummary {
  const { id, name, number, email, isGroup, active, disableBot, categoryId, lastTicketAt } = contact
  const idKind = number === null && !isGroup ? idKindOf(db, id) : null
  const category = categoryId === null ? undefined : findCategory(db, categoryId)
  return {
    id,
    name,
    number,
    isNumberHidden: idKind !== null,
    idKind,
    username: contact.username === undefined ? usernameOf(db, id) : contact.username,
    email,
    profilePicUrl: contact.pictureUrl,
    isGroup: Boolean(isGroup),
    active: Boolean(active),
    acceptAudioMessage: Boolean(contact.acceptAudio),
    disableBot: Boolean(disableBot),
    contactCategoryId: categoryId,
    categoria: category ? { id: category.id, descricao: category.description } : null,
    lastInteractionAt: lastTicketAt === 0 ? null : instant(lastTicketAt),
    createdAt: instant(contact.createdAt),
  }
}

export const showContact = (db: Db, contact: ContactToShow): ContactWithInfo => ({
  ...summarizeContact(db, contact),
  extraInfo: listExtraInfo(db, contact.id),
})
