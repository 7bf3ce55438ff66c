/** What is left of a contact that is deleted: the bare number, where it keeps somebody from being written to again. */
import { contactDeleting } from '../../contacts/events'
import { on } from '../../platform/extensions'
import { statement } from '../../platform/sqlite'

export const forgetDeleted = on(contactDeleting, 'inTransaction', ({ db }, { contactId }) => {
  for (const sql of [
    "UPDATE campaign_deliveries SET name = '', words = number, answer = NULL WHERE contact_id = ?",
    "UPDATE opt_outs SET name = '' WHERE contact_id = ?",
  ])
    statement(db.$client, sql).run(contactId)
})
