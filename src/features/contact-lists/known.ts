/** What is known of a number without asking the messenger. */
import { otherForm } from '../../contacts/number'
import { type Db, statement } from '../../platform/sqlite'
import { DAY } from '../../platform/time'

/** An answer of the messenger is believed for so long. */
const FRESH = 30 * DAY

/** A contact whose account the messenger has named exists; otherwise what was answered for another list. Null: not known. */
export function knownValidity(db: Db, number: string, now: number): boolean | null {
  const forms = [number, otherForm(number) ?? number] as const
  const contact = statement(
    db.$client,
    `SELECT 1 FROM contact_addresses p JOIN contact_addresses l ON l.contact_id = p.contact_id AND l.kind = 'lid'
     WHERE p.kind = 'phone' AND p.value IN (?, ?)`,
  ).get(...forms)
  if (contact !== undefined) return true
  const answer = statement(
    db.$client,
    'SELECT is_whatsapp_valid FROM contact_list_items WHERE number IN (?, ?) AND is_whatsapp_valid IS NOT NULL AND checked_at > ?',
  )
    .pluck()
    .get(...forms, now - FRESH)
  return answer === undefined ? null : answer === 1
}

/** What a look-up has told of somebody on a list: the account exists, there is none, nobody has answered, or none was made. */
export function lookedUp(
  db: Db,
  listId: number,
  number: string,
  now: number,
): 'exists' | 'none' | 'unanswered' | 'unknown' {
  const item = statement(
    db.$client,
    'SELECT is_whatsapp_valid AS isValid, tries FROM contact_list_items WHERE list_id = ? AND number IN (?, ?)',
  ).get(listId, number, otherForm(number) ?? number) as { isValid: 0 | 1 | null; tries: number } | undefined // the columns are listed
  const isValid = item && item.isValid !== null ? item.isValid === 1 : knownValidity(db, number, now)
  if (isValid !== null) return isValid ? 'exists' : 'none'
  if (!item) return 'exists' // taken off the list since: nobody looks it up
  return item.tries >= 3 ? 'unanswered' : 'unknown'
}
