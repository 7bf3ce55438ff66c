import { asc, eq, sql } from 'drizzle-orm'
import { fail } from '../errors'
import { instant } from '../platform/formats'
import { type Db, prepared, statement } from '../platform/sqlite'
import { fold, likeContaining } from '../platform/text'
import type { ContactSummary } from './contract'
import { otherForm } from './number'
import { type Contact, type ContactAddress, contactAddresses, contacts } from './tables'

const PAGE_SIZE = 40

export type Address = Pick<ContactAddress, 'kind' | 'value'>

const contactById = (db: Db) =>
  db
    .select()
    .from(contacts)
    .where(eq(contacts.id, sql.placeholder('id')))
    .prepare()
export const findContact = (db: Db, id: number): Contact | undefined => prepared(db, contactById).get({ id })
export const findContactOrFail = (db: Db, id: number): Contact => findContact(db, id) ?? fail('ERR_NO_CONTACT_FOUND')

/** Any address of a person finds them; a Brazilian mobile in either form. */
export function findContactIdByAddress(db: Db, { kind, value }: Address): number | undefined {
  const find = statement(db.$client, 'SELECT contact_id FROM contact_addresses WHERE kind = ? AND value = ?').pluck()
  const id = find.get(kind, value)
  const other = id === undefined && kind === 'phone' ? otherForm(value) : undefined
  const found = other ? find.get(kind, other) : id
  return typeof found === 'number' ? found : undefined
}

/** Where to write to: the phone number before the LID, as WhatsApp itself does when it knows both. */
export function addressesOf(db: Db, contactId: number): ContactAddress[] {
  const order = ['group', 'phone', 'lid']
  const all = db
    .select()
    .from(contactAddresses)
    .where(eq(contactAddresses.contactId, contactId))
    .orderBy(asc(contactAddresses.value))
    .all()
  return all.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
}

/** One page (40), by name. `search` looks in name and number, ignoring case and accents. */
export function listContacts(db: Db, { search, page }: { search: string; page: number }) {
  const name = likeContaining(fold(search))
  const digits = search.replace(/\D/g, '')
  const number = digits.length >= 3 ? likeContaining(digits) : ' '
  const where = `is_group = 0 AND (name_folded LIKE ? ESCAPE '\\' OR number LIKE ? ESCAPE '\\')`
  const ids = statement(db.$client, `SELECT id FROM contacts WHERE ${where} ORDER BY name_folded, id LIMIT ? OFFSET ?`)
    .pluck()
    .all(name, number, PAGE_SIZE + 1, PAGE_SIZE * (page - 1)) as number[] // ids are integers
  const count = Number(statement(db.$client, `SELECT count(*) FROM contacts WHERE ${where}`).pluck().get(name, number))
  const people = ids.slice(0, PAGE_SIZE).flatMap((id) => findContact(db, id) ?? [])
  return { contacts: people.map(summarizeContact), hasMore: ids.length > PAGE_SIZE, count }
}

/** A new picture has a new address, so that a browser may keep the old one. */
export const pictureAddress = (contactId: number, sha256: string | null): string | null =>
  sha256 && `/api/contacts/${contactId}/picture/${sha256.slice(0, 16)}`

export function summarizeContact(contact: Contact): ContactSummary {
  const { id, name, number, email, isGroup, active, disableBot } = contact
  return {
    id,
    name,
    number,
    email,
    profilePicUrl: contact.pictureUrl,
    isGroup,
    active,
    acceptAudioMessage: contact.acceptAudio,
    disableBot,
    createdAt: instant(contact.createdAt),
  }
}
