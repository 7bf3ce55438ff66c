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
