/** What remains of an erased contact: a hash of the number, so that later imports do not write to it. */
import { contactDeleting } from '../../contacts/events'
import { otherForm } from '../../contacts/number'
import { findContact } from '../../contacts/queries'
import { eraseFromOptOuts } from '../../outbound/suppression/erased-numbers'
import { on } from '../../platform/extensions'
import { execute } from '../../platform/sql'
import { eraseFromLists } from '../contact-lists/actions'

/** Replaces the number of a delivery with a unique key that belongs to no contact. */
const NOBODY = "'contact 0' || id"

export const forgetErased = on(contactDeleting, 'inTransaction', (cx, { contactId, erases }) => {
  const contact = erases ? findContact(cx.db, contactId) : undefined
  if (!contact) return
  const { number } = contact
  eraseFromLists(cx, contact)
  eraseFromOptOuts(cx.db, contactId, number, cx.now())
  // The rows stay, so campaigns keep their counters.
  execute(
    cx.db,
    `UPDATE campaign_deliveries SET name = '', number = ${NOBODY}, words = '', answer = NULL WHERE id IN (
       SELECT id FROM campaign_deliveries WHERE contact_id = @contactId
       UNION SELECT d.id FROM campaigns c CROSS JOIN campaign_deliveries d ON d.campaign_id = c.id AND d.number IN (@number, @other))`,
    { contactId, number, other: number && (otherForm(number) ?? null) },
  )
})
