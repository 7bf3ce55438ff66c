/** The audience of a message's events: those who may see it. */
import { mayUseConnection } from '../../channels/connections/queries'
import { whoeverSees } from '../../contacts/announce'
import type { Audience } from '../../platform/events'
import type { Db } from '../../platform/sqlite'
import { findTicket } from '../queries'
import { canSee } from '../visibility'
import type { StoredMessage } from './tables'

/** Those who see its ticket; for a message without one, those who see a conversation with the contact and may use its connection. */
export function whoeverSeesMessage(
  db: Db,
  { ticketId, contactId, connectionId }: Pick<StoredMessage, 'ticketId' | 'contactId' | 'connectionId'>,
): Audience {
  if (ticketId === null) {
    const sees = whoeverSees(db, contactId)
    return (listener) => mayUseConnection(listener, connectionId) && sees(listener)
  }
  const ticket = findTicket(db, ticketId)
  return (listener) => ticket !== undefined && canSee(listener, ticket)
}
