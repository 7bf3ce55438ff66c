/** Runs the bot: it answers a contact's messages until people take over the ticket. */

import { findConnection, listConnections, queueIdsOfConnection } from '../../channels/connections/queries'
import type { Connection } from '../../channels/connections/tables'
import { contactChanged } from '../../contacts/events'
import type { Contact } from '../../contacts/tables'
import type { Cx } from '../../platform/cx'
import { on, type Subscriber } from '../../platform/extensions'
import { execute, getColumn } from '../../platform/sql'
import { MINUTE } from '../../platform/time'
import { findQueue } from '../../queues/queries'
import type { Arrival, ArrivalOnTicket, TicketAutoResponder } from '../../tickets/auto-responders'
import { type TicketMove, ticketClosed, ticketMoved, ticketWaiting } from '../../tickets/events'
import { writeLog } from '../../tickets/log/log'
import { messageReceived } from '../../tickets/messages/events'
import { findTicket } from '../../tickets/queries'
import { isUnwanted } from '../../tickets/receiving/refuse-audio'
import { turnedOutAutomatic } from '../../tickets/receiving/who-wrote'
import type { Ticket } from '../../tickets/tables'
import { offerMenu, step } from './machine'
import { leaveToPeople, perform } from './perform'
import { findQueueBot } from './queue-bots'
import { endSession, findSession, forgetEnd, listAsking, listServed, saveSession } from './sessions'
import { readSetup } from './setup'

export const bot: TicketAutoResponder = {
  name: 'bot',
  stage: 'onTicket',
  step: 'bot',
  answer(cx, arrival) {
    const { ticket, incoming, connection, contact } = arrival
    if (incoming.fromMe || ticket.isGroup || ticket.status !== 'pending') return 'pass'
    if (serves(connection, contact)) return reply(cx, arrival)
    if (ticket.isBot) release(cx, ticket)
    return 'pass'
  },
}

const serves = ({ enableQueueChatbot }: Connection, { disableBot, isGroup }: Contact) =>
  enableQueueChatbot && !disableBot && !isGroup

function reply(cx: Cx, arrival: ArrivalOnTicket): 'answered' | 'pass' {
  const { ticket, connection, contact, incoming, messageId } = arrival
  const session = findSession(cx.db, ticket.id)
  if (!session && !mayBegin(cx, arrival)) return 'pass'
  if (session && session.state.phase !== 'asking') return 'pass'
  // The session began with this message, or the content is not known yet.
  if (session?.messageId === messageId || (session && incoming.placeholder)) return 'answered'
  if (session && (incoming.kind === 'call' || isUnwanted(contact, incoming))) return 'pass'
  const text = incoming.kind === 'chat' ? incoming.body : null
  const input = { kind: 'message', text, tapped: incoming.extra?.tapped } as const
  const turn = step(readSetup(cx, connection), session?.state ?? null, input, cx.now())
  saveSession(cx.db, ticket, { state: turn.state, messageId: session ? session.messageId : messageId })
  if (!session && turn.state.phase === 'asking') writeLog(cx, ticket.id, { kind: 'chatbotStarted', userId: null })
  for (const effect of turn.effects)
    if (effect.do === 'fallSilent')
      writeLog(cx, ticket.id, { kind: 'chatbotSilent', userId: null, data: { cause: effect.because } })
  const after = perform(cx, findTicket(cx.db, ticket.id) ?? ticket, connection, turn)
  if (turn.effects.some((effect) => effect.do === 'giveOver')) return giveOver(cx, after, arrival)
  return turn.effects.some((effect) => effect.do === 'say' || effect.do === 'sendFile') ? 'answered' : 'pass'
}

/** Takes a ticket out of its queue and lets the contact choose again. Returns false where there is nothing to choose. */
export function backToMenu(cx: Cx, ticket: Ticket): boolean {
  const connection = findConnection(cx.db, ticket.connectionId)
  const turn = connection && offerMenu(readSetup(cx, connection), cx.now())
  if (!turn) return false
  saveSession(cx.db, ticket, { state: turn.state, messageId: null })
  perform(cx, ticket, connection, turn)
  return true
}

function giveOver(cx: Cx, ticket: Ticket, arrival: ArrivalOnTicket): 'answered' {
  const queue = ticket.queueId === null ? undefined : findQueue(cx.db, ticket.queueId)
  if (queue) findQueueBot(cx, queue)?.begin(cx, ticket, arrival)
  return 'answered'
}

/** The bot may begin after the first message, which may have come out of hours, but not once people have handled or moved the ticket. */
function mayBegin(cx: Cx, { ticket, connection }: ArrivalOnTicket): boolean {
  if (ticket.userId !== null || ticket.acceptedAt !== null) return false
  if (ticket.queueId === null) return true
  const [only, ...others] = queueIdsOfConnection(cx.db, connection.id)
  return others.length === 0 && ticket.queueId === only
}

/** Ends the bot after it was switched off for the contact or the connection. */
function release(cx: Cx, ticket: Ticket) {
  endSession(cx.db, ticket)
  leaveToPeople(cx, ticket)
}

/** The same outside of an incoming message, so the waiting ticket must be announced here. */
function releaseAndAnnounce(cx: Cx, ticketId: number) {
  const ticket = findTicket(cx.db, ticketId)
  if (!ticket) return
  release(cx, ticket)
  if (ticket.status === 'pending') cx.happened(ticketWaiting({ ticket: findTicket(cx.db, ticketId) ?? ticket }))
}

/** When `applyTimeouts` is next due, in SQL. */
export const NEXT_TIMEOUT = `SELECT min(at) FROM (
  SELECT 0 AS at FROM tickets t JOIN connections c ON c.id = t.connection_id
    WHERE t.is_bot = 1 AND c.enable_queue_chatbot = 0
  UNION ALL
  SELECT (SELECT min(asking_since) FROM bot_sessions WHERE connection_id = c.id AND asking_since IS NOT NULL)
      + c.time_send_queue * ${MINUTE}
    FROM connections c WHERE c.enable_queue_chatbot = 1 AND c.time_send_queue > 0 AND c.send_id_queue IS NOT NULL)`

/** Redirects tickets whose contact chose no queue within the connection's time, and releases tickets of bots switched off. */
export function applyTimeouts(cx: Cx) {
  for (const connection of listConnections(cx.db)) {
    const { id, enableQueueChatbot, timeSendQueue, sendIdQueue } = connection
    if (!enableQueueChatbot)
      for (const ticketId of listServed(cx.db, id)) cx.transaction((cx) => releaseAndAnnounce(cx, ticketId))
    else if (timeSendQueue > 0 && sendIdQueue !== null)
      for (const ticketId of listAsking(cx.db, id, cx.now() - timeSendQueue * MINUTE))
        cx.transaction((cx) => redirect(cx, ticketId, connection))
  }
}

function redirect(cx: Cx, ticketId: number, connection: Connection) {
  const [ticket, session] = [findTicket(cx.db, ticketId), findSession(cx.db, ticketId)]
  if (!ticket || !session) return
  if (ticket.status !== 'pending') return endSession(cx.db, ticket)
  const turn = step(readSetup(cx, connection), session.state, { kind: 'time' }, cx.now())
  if (turn.effects.length === 0) return
  saveSession(cx.db, ticket, { ...session, state: turn.state })
  const after = perform(cx, ticket, connection, turn)
  writeLog(cx, ticketId, { kind: 'redirected', userId: null, data: { queueId: after.queueId, cause: 'noChoice' } })
  cx.happened(ticketWaiting({ ticket: after }))
}

const endMoved = (cx: Cx, { after }: TicketMove) => endIfAny(cx, after)

/** Ends the bot in the ticket; writes nothing without one. Accepting a ticket ends it too, so attendants' messages need no subscriber. */
function endIfAny(cx: Cx, ticket: Ticket) {
  if (findSession(cx.db, ticket.id)) endSession(cx.db, ticket)
  if (ticket.isBot) execute(cx.db, 'UPDATE tickets SET is_bot = 0 WHERE id = ?', ticket.id)
}

/** After an answer on our own phone or in Meta's inbox, the bot stays out of the ticket, even if it had not begun. */
function endByPhone(cx: Cx, { ticket, writer, messageId, connection, contact }: Arrival) {
  const isAnswer = writer === 'person' || writer === 'elsewhere'
  if (!isAnswer || ticket?.status !== 'pending' || !serves(connection, contact)) return
  endSession(cx.db, ticket, messageId)
  if (ticket.isBot) leaveToPeople(cx, ticket)
}

/** No person had answered: the bot may begin again, with the message that arrived late. */
const letBeginAgain = (cx: Cx, { ticketId, messageId }: { readonly ticketId: number; readonly messageId: number }) =>
  forgetEnd(cx.db, ticketId, messageId)

/** Ends the bot in the tickets of a contact for whom it was disabled. */
function endForContact(cx: Cx, { contact }: { readonly contact: Contact }) {
  if (!contact.disableBot) return
  const served = getColumn<number>(
    cx.db,
    `SELECT id FROM tickets WHERE contact_id = ? AND status <> 'closed' AND is_bot = 1`,
    contact.id,
  )
  for (const id of served) releaseAndAnnounce(cx, id)
}

export const botSubscribers: readonly Subscriber[] = [
  on(ticketMoved, 'inTransaction', endMoved),
  on(ticketClosed, 'inTransaction', endMoved),
  on(messageReceived, 'inTransaction', endByPhone),
  on(turnedOutAutomatic, 'inTransaction', letBeginAgain),
  on(contactChanged, 'inTransaction', endForContact),
]
