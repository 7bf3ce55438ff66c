/**
 * Automatic messages to the contact: a greeting, and on moves an introduction, a transfer notice or a farewell. In the
 * company's language; never to groups.
 */

import { findConnection, queueIdsOfConnection } from '../../channels/connections/queries'
import type { Connection } from '../../channels/connections/tables'
import type { Cx } from '../../platform/cx'
import { on, type Subscriber } from '../../platform/extensions'
import { findQueue } from '../../queues/queries'
import { isEnabled } from '../../settings/settings'
import { textsOfCompany } from '../../texts/texts'
import { findUser } from '../../users/people'
import type { TicketAutoResponder } from '../auto-responders'
import { type Moving, ticketMoving } from '../events'
import {
  type AutomaticFile,
  fileOfConnection,
  fileOfRow,
  sendAutomatic,
  sendAutomaticFile,
} from '../sending/send-automatic'
import type { Ticket } from '../tables'

/**
 * Greets a contact who starts a ticket: with several queues by the connection's text, with one by the queue's if the
 * company wants it. A greeting is no answer, so other responders run as well.
 */
export const welcome: TicketAutoResponder = {
  name: 'welcome',
  stage: 'onTicket',
  step: 'greeting',
  answer(cx, { ticket, connection, contact, isFirst }) {
    if (isFirst && !ticket.isGroup && !contact.disableBot) sayWelcome(cx, ticket, connection)
    return 'pass'
  },
}

function sayWelcome(cx: Cx, ticket: Ticket, connection: Connection) {
  const [first, ...others] = queueIdsOfConnection(cx.db, connection.id)
  const queue = others.length === 0 && first !== undefined ? findQueue(cx.db, first) : undefined
  if (others.length > 0) sayWithFile(cx, ticket, connection.greetingMessage, fileOfConnection(connection))
  else if (queue && isEnabled(cx.db, 'sendGreetingMessageOneQueues'))
    sayWithFile(cx, ticket, queue.greetingMessage, fileOfRow(queue))
}

function sayWithFile(cx: Cx, ticket: Ticket, text: string, file: AutomaticFile | null) {
  if (text.trim()) sendAutomatic(cx, ticket, text)
  if (file) sendAutomaticFile(cx, ticket, file)
}

/** Introduces the attendant who accepts the ticket or receives it. */
function greet(cx: Cx, { ticket, change, move }: Moving) {
  if (move.want !== 'accept' || !change.userId || ticket.isGroup || !isEnabled(cx.db, 'sendGreetingAccepted')) return
  const text = textsOfCompany(cx.tenant.language).toContact.greetingAccepted
  sendAutomatic(cx, ticket, text, { values: { attendant: findUser(cx.db, change.userId)?.name ?? '' } })
}

/** Names the new attendant, or the queue in which it waits; sends nothing if neither changed. */
function announceTransfer(cx: Cx, { ticket: before, change, move }: Moving) {
  const { userId, queueId } = { ...before, ...change }
  if (move.want !== 'transfer' || before.isGroup || !isEnabled(cx.db, 'sendMsgTransfTicket')) return
  if (userId === before.userId && queueId === before.queueId) return
  const words = textsOfCompany(cx.tenant.language).toContact
  const attendant = userId === null || userId === before.userId ? undefined : findUser(cx.db, userId)?.name
  const queue = queueId === null ? undefined : findQueue(cx.db, queueId)?.name
  if (attendant !== undefined) sendAutomatic(cx, before, words.transferredToUser, { values: { attendant } })
  else if (queue !== undefined) sendAutomatic(cx, before, words.transferredToQueue, { values: { queue } })
}

/**
 * The farewell of the attendant who closes it, or whose idle ticket it is, else the queue's, else the connection's. An
 * unattended ticket gets one only if the company wants it.
 */
function sayFarewell(cx: Cx, { ticket, move, actor }: Moving) {
  if (move.want !== 'close' || !move.farewell || ticket.isGroup) return
  if (ticket.status === 'pending' && !isEnabled(cx.db, 'sendFarewellWaitingTicket')) return
  const attendant = actor?.userId ?? ticket.userId
  const own = attendant === null ? undefined : findUser(cx.db, attendant)?.farewellMessage
  const ofQueue = ticket.queueId === null ? undefined : findQueue(cx.db, ticket.queueId)?.completionMessage
  const text = own || ofQueue || findConnection(cx.db, ticket.connectionId)?.completionMessage
  if (text) sendAutomatic(cx, ticket, text)
}

export const automaticMessages: readonly Subscriber[] = [
  on(ticketMoving, 'inTransaction', greet),
  on(ticketMoving, 'inTransaction', announceTransfer),
  on(ticketMoving, 'inTransaction', sayFarewell),
]
