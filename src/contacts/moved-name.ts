/** Names of contacts that moved in from another product, which does not say who gave them. */
import { readName } from '../moving-in/reading/names'
import { execute } from '../platform/sql'
import type { Db } from '../platform/sqlite'
import { personName } from '../platform/text'
import type { Address } from './address'
import { placeholderName } from './placeholder-name'
import type { Contact } from './tables'

type Name = Pick<Contact, 'name' | 'nameBy'>

/**
 * A name counts as given by a person, so that it stays when the contact writes; `adoptPushName` corrects that for names
 * which the messages turn out to bear. A number is no name.
 */
export function movedName(written: string | null, number: string, addresses: readonly Address[]): Name {
  const name = personName(readName(written, number).name ?? '')
  const digits = name.replace(/[\s+().-]|@[a-z.]+$/g, '')
  const isNumber = digits === number.replace(/\D/g, '') || addresses.some(({ value }) => value === digits)
  if (name !== '' && !isNumber) return { name, nameBy: 'person' }
  return {
    name: addresses.length > 0 ? placeholderName(addresses) : name || personName(number) || '?',
    nameBy: 'channel',
  }
}

/** The contact calls itself so on the messenger: a name that is the same follows it from now on. */
export function adoptPushName(db: Db, contactId: number, pushName: string) {
  const name = personName(pushName)
  if (name === '') return
  execute(
    db,
    `UPDATE contacts SET name_by = 'channel' WHERE id = (? + 0) AND name_by = 'person' AND name = (? || '')`,
    [contactId, name],
  )
}
