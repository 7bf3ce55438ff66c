/** What is left of a contact that is erased: the hash of the number, which keeps a later import from writing to them. */
import { contactDeleting } from '../../contacts/events'
import { otherForm } from '../../contacts/number'
import { findContact } from '../../contacts/queries'
import { eraseFromOptOuts } from '../../outbound/suppression/erased-numbers'
import { on } from '../../platform/extensions'
import { statement } from '../../platform/sqlite'
import { eraseFromLists } from '../contact-lists/actions'

/** In the place of the number: a key that is no contact's, and no other delivery's. */
const NOBODY = "'contact 0' || id"

export const forgetErased = on(contactDeleting, 'inTransaction', (cx, { contactId, erases }) => {
  const contact = erases ? findContact(cx.db, contactId) : undefined
  if (!contact) return
  const { number } = contact
  eraseFromLists(cx, contact)
  eraseFromOptOuts(cx.db, contactId, number, cx.now())
  // Campaigns keep their counts.
  statement(
    cx.db.$client,
    `UPDATE campaign_deliveries SET name = '', number = ${NOBODY}, words = '', answer = NULL WHERE id IN (
       SELECT id FROM campaign_deliveries WHERE contact_id = @contactId
       UNION SELECT d.id FROM campaigns c CROSS JOIN campaign_deliveries d ON d.campaign_id = c.id AND d.number IN (@number, @other))`,
  ).run({ contactId, number, other: number && (otherForm(number) ?? null) })
})
