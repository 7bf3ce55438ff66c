/** Automatic messages to the contact: a greeting, and after a move who accepted, where it was transferred, farewell. In the company's language; never to groups. */
import { findUser } from '../access/people'
import type { Actor } from '../actor'
import { findConnection, queueIdsOfConnection } from '../channels/connections/queries'
import type { Connection } from '../channels/connections/tables'
import type { Contact } from '../contacts/tables'
import type { Cx } from '../platform/cx'
import { findQueue } from '../queues/queries'
import { isEnabled } from '../settings/settings'
import { textsOfCompany } from '../texts/texts'
import { sendAutomatic } from './messages/sending/send-automatic'
import type { Ticket } from './tables'
import type { Change } from './ticket'

/** Whoever begins a ticket is greeted: with several queues by the connection, with one by the queue if the company wants it. */
export function welcome(cx: Cx, ticket: Ticket, connection: Connection, contact: Contact) {
  if (ticket.isGroup || contact.disableBot) return
  const [first, ...others] = queueIdsOfConnection(cx.db, connection.id)
  const text = others.length > 0 ? connection.greetingMessage : greetingOfQueue(cx, first)
  if (text?.trim()) sendAutomatic(cx, ticket, text)
}

const greetingOfQueue = (cx: Cx, queueId: number | undefined): string | undefined =>
  queueId !== undefined && isEnabled(cx.db, 'sendGreetingMessageOneQueues')
    ? findQueue(cx.db, queueId)?.greetingMessage
    : undefined

/** The attendant who accepted the ticket is introduced. */
export function greet(cx: Cx, ticket: Ticket, { name: attendant }: Pick<Actor, 'name'>) {
  if (ticket.isGroup || !isEnabled(cx.db, 'sendGreetingAccepted')) return
  sendAutomatic(cx, ticket, textsOfCompany(cx.tenant.language).toContact.greetingAccepted, { attendant })
}

/** Names the new attendant, or the queue where it waits; says nothing if neither changed. */
export function tellTransfer(cx: Cx, before: Ticket, change: Change) {
  const { userId, queueId } = { ...before, ...change }
  if (before.isGroup || !isEnabled(cx.db, 'sendMsgTransfTicket')) return
  if (userId === before.userId && queueId === before.queueId) return
  const words = textsOfCompany(cx.tenant.language).toContact
  const attendant = userId === null || userId === before.userId ? undefined : findUser(cx.db, userId)?.name
  const queue = queueId === null ? undefined : findQueue(cx.db, queueId)?.name
  if (attendant !== undefined) sendAutomatic(cx, before, words.transferredToUser, { attendant })
  else if (queue !== undefined) sendAutomatic(cx, before, words.transferredToQueue, { queue })
}

/** The attendant's own farewell, else the connection's. A ticket nobody attended gets one only if the company wants it. */
export function sayFarewell(cx: Cx, ticket: Ticket, own: string | undefined) {
  if (ticket.isGroup || (ticket.status === 'pending' && !isEnabled(cx.db, 'sendFarewellWaitingTicket'))) return
  const text = own || findConnection(cx.db, ticket.connectionId)?.completionMessage
  if (text) sendAutomatic(cx, ticket, text)
}
