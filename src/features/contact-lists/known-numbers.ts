/** What is known about a number without a look-up in WhatsApp. */
import { otherForm } from '../../contacts/number'
import { getRow, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { DAY } from '../../platform/time'

/** How long a look-up stays valid. */
const FRESH = 30 * DAY

/** True for a contact with a LID; else the answer stored for another list. Null: unknown. */
export function knownValidity(db: Db, number: string, now: number): boolean | null {
  const forms = [number, otherForm(number) ?? number] as const
  const contact = getRow(
    db,
    `SELECT 1 FROM contact_addresses p JOIN contact_addresses l ON l.contact_id = p.contact_id AND l.kind = 'lid'
     WHERE p.kind = 'phone' AND p.value IN (?, ?)`,
    forms,
  )
  if (contact !== undefined) return true
  const answer = getValue(
    db,
    'SELECT is_whatsapp_valid FROM contact_list_items WHERE number IN (?, ?) AND is_whatsapp_valid IS NOT NULL AND checked_at > ?',
    [...forms, now - FRESH],
  )
  return answer === undefined ? null : answer === 1
}

/** State of the look-up of a list's number. `unanswered`: three tries without an answer; `unknown`: still to be looked up. */
export function lookUpState(
  db: Db,
  listId: number,
  number: string,
  now: number,
): 'exists' | 'none' | 'unanswered' | 'unknown' {
  const item = getRow<{ isValid: 0 | 1 | null; tries: number }>(
    db,
    'SELECT is_whatsapp_valid AS isValid, tries FROM contact_list_items WHERE list_id = ? AND number IN (?, ?)',
    [listId, number, otherForm(number) ?? number],
  )
  const isValid = item && item.isValid !== null ? item.isValid === 1 : knownValidity(db, number, now)
  if (isValid !== null) return isValid ? 'exists' : 'none'
  if (!item) return 'exists' // removed from the list since: nothing will look it up
  return item.tries >= 3 ? 'unanswered' : 'unknown'
}
