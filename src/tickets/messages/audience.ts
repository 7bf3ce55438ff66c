/** The audience of a message's events: those who may see it. */
import { mayUseConnection } from '../../channels/connections/queries'
import { groupAudience } from '../../contacts/announce'
import type { Audience } from '../../platform/events'
import type { Db } from '../../platform/sqlite'
import { findTicket } from '../queries'
import { canRead, canSee } from '../visibility'
import type { StoredMessage } from './tables'

/** Those who see its ticket, and those in whose conversation with the contact it shows. */
export function messageAudience(
  db: Db,
  { ticketId, contactId, connectionId }: Pick<StoredMessage, 'ticketId' | 'contactId' | 'connectionId'>,
): Audience {
  const sees = once(() => groupAudience(db, contactId))
  if (ticketId === null) return (listener) => mayUseConnection(listener, connectionId) && sees()(listener)
  const ticket = findTicket(db, ticketId)
  if (!ticket) return () => false
  return (listener) => canSee(listener, ticket) || (canRead(listener, ticket) && sees()(listener))
}

/** Most listeners see the ticket: the rest is looked up when the first does not. */
function once<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined
  return () => {
    found ??= { value: find() }
    return found.value
  }
}
