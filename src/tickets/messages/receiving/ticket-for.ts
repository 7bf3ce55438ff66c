/** The ticket that an incoming message belongs to, opened if need be. */
import type { Incoming } from '../../../channels/channel'
import { queueIdsOfConnection } from '../../../channels/connections/queries'
import type { Connection } from '../../../channels/connections/tables'
import { findGroup } from '../../../contacts/groups/queries'
import type { Contact } from '../../../contacts/tables'
import type { Cx } from '../../../platform/cx'
import { type Db, statement } from '../../../platform/sqlite'
import { writeLog } from '../../log/log'
import { insertTicket } from '../../new-ticket'
import { findActiveTicket, findTicket } from '../../queries'
import type { Ticket } from '../../tables'

/** The active ticket, or a new one if the contact wrote. Messages typed on our own phone join a ticket but open none. */
export function ticketFor(cx: Cx, connection: Connection, contact: Contact, incoming: Incoming): Ticket | undefined {
  const active = findActiveTicket(cx.db, contact.id, connection.id)
  if (active) return active
  if (incoming.fromMe) return latestTicket(cx.db, contact.id, connection.id)
  const isCommunity = contact.isGroup && findGroup(cx.db, contact.id)?.isCommunity // a community has no conversation
  return isCommunity ? undefined : openTicket(cx, connection, contact)
}

function latestTicket(db: Db, contactId: number, connectionId: number): Ticket | undefined {
  const id = statement(
    db.$client,
    'SELECT id FROM tickets WHERE contact_id = ? AND connection_id = ? ORDER BY created_at DESC, id DESC LIMIT 1',
  )
    .pluck()
    .get(contactId, connectionId)
  return typeof id === 'number' ? findTicket(db, id) : undefined
}

/** With exactly one queue on the connection the ticket goes there at once; otherwise it waits without one. */
function openTicket(cx: Cx, connection: Connection, contact: Contact): Ticket | undefined {
  const queueIds = queueIdsOfConnection(cx.db, connection.id)
  const queueId = queueIds.length === 1 ? (queueIds[0] ?? null) : null
  const id = insertTicket(cx, { status: 'pending', connection, contact, queueId, at: cx.now() })
  writeLog(cx, id, { kind: 'created', userId: null, data: { connection: connection.name } })
  if (queueId !== null) writeLog(cx, id, { kind: 'queueSet', userId: null, data: { queueId } })
  return findTicket(cx.db, id)
}
