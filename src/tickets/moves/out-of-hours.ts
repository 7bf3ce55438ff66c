/** The out-of-hours message: says that nobody is there, and when somebody will be; the ticket waits. */
import { findConnection } from '../../channels/connections/queries'
import { isOpenAt, opensAt } from '../../hours/opening'
import { openingHoursOf } from '../../hours/queries'
import { momentInWords } from '../../hours/words'
import type { Cx } from '../../platform/cx'
import { execute, getValue } from '../../platform/sql'
import { HOUR } from '../../platform/time'
import { findQueue } from '../../queues/queries'
import type { TicketAutoResponder } from '../auto-responders'
import { sendAutomatic } from '../sending/send-automatic'
import { fillVariables } from '../sending/variables'
import type { Ticket } from '../tables'

/** Sent to a contact at most once in this time. */
const NOTICE_INTERVAL_MS = 2 * HOUR

/**
 * Outside the hours neither bot nor greeting answers, unless there is no out-of-hours message. Within a queue's tree
 * the bot sends it itself, and leaves.
 */
export const outOfHours: TicketAutoResponder = {
  name: 'outOfHours',
  stage: 'onTicket',
  step: 'hours',
  answer(cx, { ticket, contact, incoming }) {
    const isInTree = ticket.isBot && ticket.queueId !== null
    if (ticket.status !== 'pending' || isInTree || contact.isGroup || incoming.fromMe) return 'pass'
    return sendOutOfHours(cx, ticket) ? 'answered' : 'pass'
  },
}

/**
 * Sends the queue's out-of-hours message, else the connection's, if it is closed now and the message was not sent in
 * the last two hours. Returns false if it is open, or there is no message.
 */
export function sendOutOfHours(cx: Cx, ticket: Ticket): boolean {
  const text = outOfHoursText(cx, ticket)
  if (!text?.trim()) return false
  if (!wasSent(cx, ticket.id)) {
    sendAutomatic(cx, ticket, text)
    noteSent(cx, ticket.id)
  }
  return true
}

/** The out-of-hours message with the next opening; empty if there is none. Undefined if it is open. */
export function outOfHoursText(cx: Cx, place: Pick<Ticket, 'queueId' | 'connectionId'>): string | undefined {
  const hours = openingHoursOf(cx, place.queueId)
  if (!hours || isOpenAt(hours, cx.now())) return undefined
  const text = textFor(cx, place)
  if (!text.includes('{{')) return text
  const { timeZone, language } = cx.tenant
  const at = opensAt(hours, cx.now())
  const nextOpening = at === null ? '' : momentInWords({ at, now: cx.now(), timeZone, language })
  return fillVariables(text, { nextOpening })
}

const textFor = (cx: Cx, { queueId, connectionId }: Pick<Ticket, 'queueId' | 'connectionId'>): string =>
  (queueId !== null && findQueue(cx.db, queueId)?.outOfHoursMessage) ||
  findConnection(cx.db, connectionId)?.outOfHoursMessage ||
  ''

/** A clock set back by an hour does not repeat the message; a clock that was years ahead does not suppress it. */
function wasSent(cx: Cx, ticketId: number): boolean {
  const at = getValue(cx.db, 'SELECT at FROM told_closed WHERE ticket_id = ?', ticketId)
  return typeof at === 'number' && Math.abs(cx.now() - at) < NOTICE_INTERVAL_MS
}

export function noteSent(cx: Cx, ticketId: number) {
  execute(cx.db, 'INSERT INTO told_closed VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at', [
    ticketId,
    cx.now(),
  ])
}
