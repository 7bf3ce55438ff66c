/** Announces a contact's change to the users who may open it. */

import type { Cx } from '../platform/cx'
import type { Audience } from '../platform/events'
import { getRows } from '../platform/sql'
import type { Db } from '../platform/sqlite'
import { isEnabled } from '../settings/settings'
import { canSee, type TicketAccess } from '../users/visibility'
import { contactUpdated } from './contract'
import { contactChanged } from './events'
import { showContact } from './queries'
import type { Contact } from './tables'
import { hasTypedNumber } from './typed-numbers'

export function announceContact(cx: Cx, contact: Contact) {
  cx.emit(contactUpdated({ contact: showContact(cx.db, contact) }), contactAudience(cx.db, contact))
  cx.happened(contactChanged({ contact }))
}

/** The rule of `findContactKnownTo` (tickets) as an audience. */
export function contactAudience(db: Db, { id, isGroup }: Pick<Contact, 'id' | 'isGroup'>): Audience {
  if (!isGroup && !isEnabled(db, 'restrictedContactSearch')) return () => true
  const sees = groupAudience(db, id)
  return (listener) => (!isGroup && !listener.onlyKnownContacts) || sees(listener) || hasTypedNumber(db, listener, id)
}

/** The rule of `seesContact` (tickets) as an audience. */
export function groupAudience(db: Db, groupId: number): Audience {
  const places = getRows<TicketAccess>(
    db,
    'SELECT DISTINCT queue_id AS queueId, user_id AS userId, connection_id AS connectionId FROM tickets WHERE contact_id = ?',
    groupId,
  )
  return (listener) => places.some((place) => canSee(listener, place))
}
