/** The audience of a message's events: users who may see it. */

import { groupAudience } from '../../contacts/announce'
import type { Audience } from '../../platform/events'
import type { Db } from '../../platform/sqlite'
import { mayUseConnection } from '../../users/permissions'
import { findTicket } from '../queries'
import { canRead, canSee } from '../visibility'
import type { StoredMessage } from './tables'

/** Users who see its ticket, and users who see it in their conversation with the contact. */
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

/** Most listeners see the ticket; the rest is computed for the first one who does not. */
function once<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined
  return () => {
    found ??= { value: find() }
    return found.value
  }
}
