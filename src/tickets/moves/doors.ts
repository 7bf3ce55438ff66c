/** The doors of a contact: the connections over which this user can reach them, and how. */
import { type Actor, refuseSupport } from '../../actor'
import { capabilitiesOf } from '../../channels/capabilities'
import { findConnection, listConnections } from '../../channels/connections/queries'
import type { Connection } from '../../channels/connections/tables'
import { addressOver } from '../../channels/reach'
import { windowOf } from '../../channels/windows/windows'
import type { Address } from '../../contacts/address'
import { findContactOrFail } from '../../contacts/queries'
import type { Contact } from '../../contacts/tables'
import { usernameOfAddress } from '../../contacts/usernames'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { instant } from '../../platform/formats'
import { getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { mayUseConnection } from '../../users/permissions'
import type { Door } from '../contract'
import { findActiveTicket, findVisibleTicket } from '../queries'
import type { Ticket } from '../tables'
import { canSee, mayWriteIn } from '../visibility'
import { openTicket } from './actions'
import { requireAttending } from './attending'

/** The ticket's own first. A group has only its own. */
export function doorsOf(
  cx: Cx,
  actor: Actor,
  { contactId, connectionId, isGroup }: Pick<Ticket, 'contactId' | 'connectionId' | 'isGroup'>,
): Door[] {
  const doors = listConnections(cx.db)
    .filter(({ id }) => mayUseConnection(actor, id) && (!isGroup || id === connectionId))
    .flatMap((connection) => {
      const address = addressOver(cx.db, connection.id, contactId)
      return address && belongsThere(cx.db, { connection, address, contactId })
        ? [describe(cx, actor, { connection, address, contactId })]
        : []
    })
  const isOwn = ({ whatsapp }: Door) => whatsapp.id === connectionId
  return [...doors.filter(isOwn), ...doors.filter((door) => !isOwn(door))]
}

type Way = { readonly connection: Connection; readonly address: Address; readonly contactId: number }

/** Ids of one page or account mean nothing to another: the contact has written there. */
function belongsThere(db: Db, { connection, contactId }: Way): boolean {
  if (capabilitiesOf(connection.channel).firstContact !== 'never') return true
  const sql = 'SELECT 1 FROM tickets WHERE contact_id = ? AND connection_id = ? LIMIT 1'
  return getValue(db, sql, [contactId, connection.id]) !== undefined
}

function describe(cx: Cx, actor: Actor, { connection, address, contactId }: Way): Door {
  const { id, name, channel } = connection
  const active = findActiveTicket(cx.db, contactId, id)
  const ticket = active && canSee(actor, active) ? active : undefined
  return {
    whatsapp: { id, name, channel },
    address: shownAddress(cx.db, address),
    ...stateOf(cx, connection, contactId),
    ticket: ticket ? { id: ticket.id, uuid: ticket.uuid, status: ticket.status } : null,
    mayWrite: !active || mayWriteIn(actor, active),
  }
}

/** A number as digits, or a username after an @; null: neither is known. */
function shownAddress(db: Db, address: Address): string | null {
  if (address.kind === 'phone') return address.value
  const username = usernameOfAddress(db, address)
  return username ? `@${username}` : null
}

/** Whether a person may write there now. */
function stateOf(cx: Cx, { id, channel }: Connection, contactId: number): Pick<Door, 'state' | 'until'> {
  const window = windowOf(cx.db, { connectionId: id, contactId })
  if (window === null) return { state: 'open', until: null }
  if (cx.now() < window.personUntil) return { state: 'open', until: instant(window.personUntil) }
  return { state: capabilitiesOf(channel).templates ? 'template' : 'closed', until: null }
}

/**
 * Goes on over another connection: in the contact's active ticket there, or in a new one of this user. The ticket from
 * which they come stays as it is, and its messages are in the same conversation.
 */
export function continueOver(cx: Cx, actor: Actor, ticketId: number, connectionId: number): Ticket {
  return cx.transaction((cx) => {
    const from = findVisibleTicket(cx.db, actor, ticketId)
    requireAttending(cx.db, actor, from)
    if (connectionId === from.connectionId) fail('ERR_WAPP_INVALID_CONTACT')
    const contact = findContactOrFail(cx.db, from.contactId)
    return ticketOver(cx, actor, { contact, connectionId, queueId: from.queueId })
  })
}

type DoorWanted = { readonly contact: Contact; readonly connectionId: number; readonly queueId: number | null }

/** The contact's active ticket there, or a new one of this user. */
export function ticketOver(cx: Cx, actor: Actor, { contact, connectionId, queueId }: DoorWanted): Ticket {
  const asked = { contactId: contact.id, connectionId, isGroup: contact.isGroup }
  const isReached = doorsOf(cx, actor, asked).some(({ whatsapp }) => whatsapp.id === connectionId)
  const connection = isReached ? findConnection(cx.db, connectionId) : undefined
  if (!connection) return fail('ERR_WAPP_INVALID_CONTACT')
  const active = findActiveTicket(cx.db, contact.id, connectionId)
  if (active) return findVisibleTicket(cx.db, actor, active.id)
  refuseSupport(actor)
  return openTicket(cx, actor, { connection, contact, queueId, userId: actor.userId })
}
