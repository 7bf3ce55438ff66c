/**
 * Opt-outs and opt-ins by message: stored in the transaction that stores the message, however late it arrives, and
 * confirmed once.
 */
import type { Incoming } from '../../channels/channel'
import type { Cx } from '../../platform/cx'
import { on, type Subscriber } from '../../platform/extensions'
import { execute } from '../../platform/sql'
import { textsOfCompany } from '../../texts/texts'
import type { Arrival, Arriving, ClosedTicketAutoResponder, TicketAutoResponder } from '../../tickets/auto-responders'
import { messageReceived } from '../../tickets/messages/events'
import { latestTicketOf } from '../../tickets/moves/ticket-for'
import { sendAutomatic } from '../../tickets/sending/send-automatic'
import type { Ticket } from '../../tickets/tables'
import { answersAutomated, gotAutomatedMessage } from '../rate/stats'
import { parseWish } from './keywords'
import { optOut, optOutIdOf, removeOptOut } from './opt-outs'

/**
 * The wish in this message. It opts out only contacts who got an automated message over this connection in the last 30
 * days; from anybody else it means something else.
 */
function wishOf(cx: Cx, { contact, connection, incoming }: Arriving, isTalking: boolean): 'out' | 'in' | undefined {
  if (contact.isGroup || incoming.fromMe || incoming.placeholder || incoming.kind !== 'chat') return undefined
  const read = parseWish(incoming.body)
  if (read === undefined) return undefined
  const isOut = optOutIdOf(cx.db, contact.id) !== undefined
  if (read.wish === 'in') return isOut ? 'in' : undefined
  if (read.by === 'refusal' || (read.by === 'word' && isTalking))
    return answersAutomated(cx, contact.id, connection.id) ? 'out' : undefined
  return isOut || gotAutomatedMessage(cx, contact.id, connection.id) ? 'out' : undefined
}

/** An attendant or a bot wrote in it, so that a word may answer them. */
const isTalk = ({ ticket, isFirst }: Arrival): boolean => ticket !== null && ticket.status !== 'closed' && !isFirst

/** The wishes of messages being received: when the auto-responder runs, the opt-out is already stored. */
const taken = new WeakMap<Incoming, 'out' | 'in'>()

export const storeWishes: Subscriber = on(messageReceived, 'inTransaction', (cx, arrival) => {
  // A bot's menu uses the same words for going back.
  const wish = wishOf(cx, arrival, isTalk(arrival))
  if (wish === undefined || (wish === 'in' && arrival.ticket?.isBot)) return
  const { contact, connection, incoming } = arrival
  taken.set(incoming, wish)
  const id = optOutIdOf(cx.db, contact.id)
  if (wish === 'in' && id !== undefined) removeOptOut(cx, null, id)
  if (wish === 'out')
    optOut(cx, { contactId: contact.id }, { word: incoming.body.trim(), actor: null, connectionId: connection.id })
})

/** Opens no ticket. */
export const confirmWishWithoutTicket: ClosedTicketAutoResponder = {
  name: 'optOut',
  stage: 'beforeTicket',
  claim: (cx, arriving) =>
    wishOf(cx, arriving, false) && latestTicketOf(cx.db, arriving.contact.id, arriving.connection.id),
  answer(cx, { ticket, incoming, isRecent }) {
    const wish = taken.get(incoming)
    if (wish && isRecent) confirm(cx, ticket, wish)
  },
}

/** Neither bot nor greeting answers after it. */
export const confirmWish: TicketAutoResponder = {
  name: 'optOut',
  stage: 'onTicket',
  step: 'optOut',
  answer(cx, { ticket, incoming }) {
    const wish = taken.get(incoming)
    if (!wish) return 'pass'
    confirm(cx, ticket, wish)
    return 'answered'
  },
}

function confirm(cx: Cx, ticket: Ticket, wish: 'out' | 'in') {
  const { optedOut, optedIn } = textsOfCompany(cx.tenant.language).toContact
  if (wish === 'in') return sendAutomatic(cx, ticket, optedIn)
  const id = optOutIdOf(cx.db, ticket.contactId)
  const { changes } = execute(cx.db, 'UPDATE opt_outs SET is_confirmed = 1 WHERE id = ? AND is_confirmed = 0', id)
  if (changes > 0) sendAutomatic(cx, ticket, optedOut)
}
