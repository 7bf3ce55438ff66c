/** Erases all data about a contact, including data stored under the number or name alone. */
import type { Actor } from '../../actor'
import { otherForm } from '../../contacts/number'
import { addressesOf } from '../../contacts/queries'
import type { Contact } from '../../contacts/tables'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { execute } from '../../platform/sql'
import { statement } from '../../platform/sqlite'
import { findContactKnownTo } from '../../tickets/queries'
import { eraseFromSearch, wordsInConversation } from '../../tickets/searching/erase'
import { deleteContact, requireNoTicket } from '../contact-book/delete-contact'

/**
 * * The contact is deleted last: if the process dies before, it can be erased again. During the erasure SQLite overwrites what
 * it deletes (`secure_delete`); pages freed earlier are overwritten as the file fills.
 */
export async function eraseContact(cx: Cx, actor: Actor, id: number) {
  const contact = findContactKnownTo(cx.db, actor, id)
  if (contact.isGroup) fail('ERR_NO_CONTACT_FOUND')
  requireNoTicket(cx.db, id)
  const overwriting = (on: boolean) => cx.db.$client.pragma(`secure_delete = ${on ? 'ON' : 'OFF'}`)
  overwriting(true)
  try {
    await eraseFromAudit(cx, contact)
    cx.transaction((cx) => eraseFromTables(cx, contact))
    const words = await wordsInConversation(cx, id)
    await deleteContact(cx, actor, id, { erases: true })
    await eraseFromSearch(cx, words)
  } finally {
    overwriting(false)
  }
}

const numbersOf = ({ number }: Contact): string[] =>
  number === null ? [] : [number, ...[otherForm(number) ?? []].flat()]

const ROWS_PER_TRANSACTION = 2_000

/** The audit keeps the action but not the contact's name and number. */
async function eraseFromAudit(cx: Cx, contact: Contact) {
  const { id, name } = contact
  const [number = null, other = null] = numbersOf(contact)
  const last = statement(cx.db.$client, 'SELECT ifnull(max(id), 0) FROM audit_log').pluck()
  for (let after = 0; after < Number(last.get()); after += ROWS_PER_TRANSACTION) {
    execute(
      cx.db,
      `UPDATE audit_log SET subject_name = iif(kind IN ('contact', 'optOut'), '', subject_name), changes = '[]'
       WHERE id > @after AND id <= @after + ${ROWS_PER_TRANSACTION} AND (
         (kind = 'contact' AND subject_id = @id) OR (kind = 'optOut' AND subject_name IN (@name, @number, @other))
         OR (kind = 'contactList' AND instr(changes, @quoted)) OR instr(changes, @number) OR instr(changes, @other))`,
      { after, id, name, number, other, quoted: JSON.stringify(name) },
    )
    await new Promise(setImmediate) // yields to the event loop
  }
}

function eraseFromTables({ db }: Cx, contact: Contact) {
  const raw = db.$client
  const [number = null, other = null] = numbersOf(contact)
  const values = JSON.stringify(addressesOf(db, contact.id).map(({ value }) => value))
  const known = '(SELECT value FROM json_each(@values))'
  execute(raw, `DELETE FROM usernames WHERE value IN ${known}`, { values })
  execute(raw, `DELETE FROM phone_chats WHERE value IN ${known} OR other IN ${known}`, { values })
  // Strips separators that users type in numbers.
  const digits = [' ', '-', '(', ')', '+', '.'].reduce((sql, sign) => `replace(${sql}, '${sign}', '')`, 'value')
  execute(
    raw,
    `DELETE FROM import_errors WHERE value = @name OR instr(${digits}, @number) OR instr(${digits}, @other)`,
    { name: contact.name, number, other },
  )
}
