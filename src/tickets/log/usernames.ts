/** Somebody's username has changed: told in the log of their conversations, so that nobody takes them for another person. */
import { usernameChanged } from '../../contacts/events'
import { on } from '../../platform/extensions'
import { statement } from '../../platform/sqlite'
import { ticketLogged } from '../contract'
import { findTicket } from '../queries'
import { canSee } from '../visibility'
import { writeLog } from './log'

/** In those that are active, or else in the latest. */
export const logUsername = on(usernameChanged, 'inTransaction', (cx, { contactId, from, to }) => {
  const ids = statement(
    cx.db.$client,
    `SELECT id FROM tickets WHERE contact_id = @contactId AND status <> 'closed'
     UNION SELECT max(id) FROM tickets WHERE contact_id = @contactId`,
  )
    .pluck()
    .all({ contactId }) as (number | null)[] // ids are integers, and the highest of none is null
  for (const id of ids) {
    const ticket = id === null ? undefined : findTicket(cx.db, id)
    if (!ticket) continue
    writeLog(cx, ticket.id, { kind: 'usernameChanged', userId: null, data: { from, to } })
    cx.emit(ticketLogged({ ticketId: ticket.id }), (listener) => canSee(listener, ticket))
  }
})
