/**
 * Somebody whom a messenger knows without a number writes a number or an e-mail, in a message or in their profile: the
 * contact who has it may be the same person. Nobody is merged because of it.
 */
import { readMeant } from '../../../channels/dialing'
import { contactChanged } from '../../../contacts/events'
import { listExtraInfo } from '../../../contacts/extra-info'
import { findContact, findContactIdByAddress } from '../../../contacts/queries'
import type { Contact } from '../../../contacts/tables'
import type { Cx } from '../../../platform/cx'
import { on, type Subscriber } from '../../../platform/extensions'
import { execute, getValue } from '../../../platform/sql'
import type { Db } from '../../../platform/sqlite'
import { messageReceived } from '../../../tickets/messages/events'
import { can } from '../../../users/permissions'
import { contactsAlike } from './contract'

/** Of one text; the rest is more likely a list than a signature. */
const MOST_WRITTEN = 3
/** Longer texts are not searched beyond this. */
const SEARCHED = 4000

/** The numbers and e-mails in a text, as they were written. */
export function writtenIn(text: string): { readonly phones: readonly string[]; readonly emails: readonly string[] } {
  const searched = text.slice(0, SEARCHED)
  return {
    phones: (searched.match(/\+?\(?\d[\d ().-]{6,20}\d/g) ?? []).slice(0, MOST_WRITTEN),
    emails: (searched.match(/[^\s@<>(),;:"]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{2,63}){1,4}/gi) ?? []).slice(
      0,
      MOST_WRITTEN,
    ),
  }
}

function suggestWritten(cx: Cx, { id, number, isGroup }: Contact, text: string) {
  if (number !== null || isGroup) return
  const { phones, emails } = writtenIn(text)
  const others = new Set([
    ...phones.flatMap((phone) => holderOfPhone(cx, phone)),
    ...emails.flatMap((email) => holderOfEmail(cx.db, email)),
  ])
  others.delete(id)
  for (const other of others) {
    if (findContact(cx.db, other)?.isGroup !== false) continue
    const { changes } = execute(
      cx.db,
      "INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason) VALUES (?, ?, 'written')",
      [Math.min(id, other), Math.max(id, other)],
    )
    if (changes === 0) continue
    cx.emit(contactsAlike({ contactIds: [id, other] }), (listener) => can(listener, 'contacts-page:mergeContacts'))
  }
}

function holderOfPhone(cx: Cx, written: string): number[] {
  const meant = readMeant(cx, written)
  const holder = 'number' in meant ? findContactIdByAddress(cx.db, { kind: 'phone', value: meant.number }) : undefined
  return holder === undefined ? [] : [holder]
}

function holderOfEmail(db: Db, email: string): number[] {
  const holder = getValue<number>(
    db,
    'SELECT id FROM contacts WHERE lower(email) = lower(?) AND email IS NOT NULL AND is_group = 0 ORDER BY id LIMIT 1',
    email,
  )
  return holder === undefined ? [] : [holder]
}

const profileOf = (db: Db, { id, name, number }: Contact): string =>
  number === null ? [name, ...listExtraInfo(db, id).map(({ value }) => value)].join('\n') : ''

export const writtenSubscribers: readonly Subscriber[] = [
  on(messageReceived, 'inTransaction', (cx, { contact, incoming: { fromMe, body } }) => {
    if (!fromMe) suggestWritten(cx, contact, body)
  }),
  on(contactChanged, 'inTransaction', (cx, { contact }) => suggestWritten(cx, contact, profileOf(cx.db, contact))),
]
