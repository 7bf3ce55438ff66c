/** Logs a changed username in the person's conversations, so that nobody takes them for somebody else. */
import { usernameChanged } from '../../contacts/events'
import { on } from '../../platform/extensions'
import { getColumn } from '../../platform/sql'
import { ticketLogged } from '../contract'
import { findTicket } from '../queries'
import { canSee } from '../visibility'
import { writeLog } from './log'

/** In the active tickets, or else in the latest one. */
export const logUsername = on(usernameChanged, 'inTransaction', (cx, { contactId, from, to }) => {
  const ids = getColumn<number | null>(
    cx.db,
    `SELECT id FROM tickets WHERE contact_id = @contactId AND status <> 'closed'
     UNION SELECT max(id) FROM tickets WHERE contact_id = @contactId`,
    { contactId },
  ) // ids are integers, and the highest of none is null
  for (const id of ids) {
    const ticket = id === null ? undefined : findTicket(cx.db, id)
    if (!ticket) continue
    writeLog(cx, ticket.id, { kind: 'usernameChanged', userId: null, data: { from, to } })
    cx.emit(ticketLogged({ ticketId: ticket.id }), (listener) => canSee(listener, ticket))
  }
})
