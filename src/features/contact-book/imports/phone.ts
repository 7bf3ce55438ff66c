/** Imports contacts from the phone: from its address book and from its chats. */
import type { ImportedRow, ImportTarget, Outcome } from '../../../bulk-import/target'
import { findContactIds, learnUsernames, recogniseContact } from '../../../contacts/actions'
import type { Address } from '../../../contacts/address'
import { announceContact } from '../../../contacts/announce'
import { findContactOrFail } from '../../../contacts/queries'
import type { Cx } from '../../../platform/cx'
import { execute } from '../../../platform/sql'
import { personName, searchable } from '../../../platform/text'
import { noteImport } from './note-import'

export const PHONE_BOOK = 'phoneBook'
export const PHONE_CHATS = 'phoneChats'
export const phoneColumns = ['name', 'phone', 'lid', 'username'] as const

export const phoneRow = (addresses: readonly Address[], name: string | null): readonly string[] => [
  name ?? '',
  ...(['phone', 'lid'] as const).map((kind) => addresses.find((one) => one.kind === kind)?.value ?? ''),
  addresses.find((one) => one.username)?.username ?? '',
]

const phoneTarget = (name: string, take: ImportTarget['take']): ImportTarget => ({
  name,
  permission: 'contacts-page:importContacts',
  fields: phoneColumns.map((key) => ({ key, isRequired: false })),
  takesExtra: false,
  problems: {},
  take,
  ended: noteImport,
})

/** A name from the address book replaces a profile name, but not one written by an attendant. */
export const phoneBookTarget = phoneTarget(PHONE_BOOK, (cx, row) => {
  const { addresses, name } = personOf(row)
  const [known] = findContactIds(cx.db, addresses)
  learnUsernames(cx, addresses)
  const id = known ?? makeContact(cx, addresses, name)
  const before = findContactOrFail(cx.db, id)
  if (before.nameBy === 'person' || !name) return known === undefined ? 'created' : 'skipped'
  execute(cx.db, `UPDATE contacts SET name = ?, name_folded = ?, name_by = 'person' WHERE id = ?`, [
    name,
    searchable(name),
    id,
  ])
  if (known === undefined) return 'created'
  if (name === before.name) return 'skipped'
  announceContact(cx, findContactOrFail(cx.db, id))
  return 'updated'
})

export const phoneChatTarget = phoneTarget(PHONE_CHATS, (cx, row): Outcome => {
  const { addresses, name } = personOf(row)
  if (findContactIds(cx.db, addresses).length > 0) {
    learnUsernames(cx, addresses)
    return 'skipped'
  }
  makeContact(cx, addresses, name)
  return 'created'
})

function personOf({ fields }: ImportedRow): { readonly addresses: readonly Address[]; readonly name: string } {
  const addresses = (['phone', 'lid'] as const).flatMap((kind) => {
    const value = fields[kind]
    const username = kind === 'lid' && fields.username ? { username: fields.username } : {}
    return value ? [{ kind, value, ...username }] : []
  })
  return { addresses, name: personName(fields.name ?? '') }
}

/** Emits nothing: `noteImport` announces all contacts at the end. */
const makeContact = (cx: Cx, addresses: readonly Address[], name: string): number =>
  recogniseContact({ ...cx, emit() {}, happened() {} }, { addresses, name: name || null, isGroup: false }).id
