/** Announces a contact's change: a person to everybody, a group to those who see a conversation with it. */
import { canSee, type Place } from '../access/visibility'
import type { Cx } from '../platform/cx'
import type { Audience } from '../platform/events'
import { type Db, statement } from '../platform/sqlite'
import { contactUpdated } from './contract'
import { contactChanged } from './events'
import { showContact } from './queries'
import type { Contact } from './tables'

export function announceContact(cx: Cx, contact: Contact) {
  const audience = contact.isGroup ? groupAudience(cx.db, contact.id) : () => true
  cx.emit(contactUpdated({ contact: showContact(cx.db, contact) }), audience)
  cx.happened(contactChanged({ contact }))
}

/** `seesContact` of the tickets, as an audience. */
export function groupAudience(db: Db, groupId: number): Audience {
  const places = statement(
    db.$client,
    'SELECT DISTINCT queue_id AS queueId, user_id AS userId, connection_id AS connectionId FROM tickets WHERE contact_id = ?',
  ).all(groupId) as Place[] // the columns are listed
  return (listener) => places.some((place) => canSee(listener, place))
}
