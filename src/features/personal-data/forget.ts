/** What is left of a contact that is deleted: the hash of the number, which keeps a later import from writing to them. */
import { contactDeleting } from '../../contacts/events'
import { findContact } from '../../contacts/queries'
import { on } from '../../platform/extensions'
import { statement } from '../../platform/sqlite'
import { eraseFromOptOuts } from '../../reach/erased-numbers'
import { eraseFromLists } from '../../reach/lists/actions'

export const forgetDeleted = on(contactDeleting, 'inTransaction', (cx, { contactId }) => {
  const { db } = cx
  const contact = findContact(db, contactId)
  if (contact?.number) eraseFromLists(cx, contact.number)
  if (contact && !contact.isGroup) eraseFromOptOuts(db, contactId, contact.number, cx.now())
  statement(
    db.$client,
    "UPDATE campaign_deliveries SET name = '', words = number, answer = NULL WHERE contact_id = ?",
  ).run(contactId)
})
