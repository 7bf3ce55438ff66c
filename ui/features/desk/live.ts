/** What each event means for lists of tickets. Independent of the page, so that tests run the same code. */
import { connectionUpdated } from '../../../src/channels/connections/contract'
import { contactUpdated } from '../../../src/contacts/contract'
import { queueDeleted, queueUpdated } from '../../../src/queues/contract'
import { type TicketSummary, ticketDeleted, ticketRead, ticketUpdated } from '../../../src/tickets/contract'
import { messageAcked, messageCreated } from '../../../src/tickets/messages/contract'
import type { Change } from '../../shared/live/apply'
import { type EventHandler, on } from '../../shared/live/bus'
import type { LiveListSpec, LiveRowSpec } from '../../shared/live/live-query'
import type { TicketPart } from '../../shared/ticketParts'
import { laterAck } from '../messages/rules/receipts'
import {
  belongsTo,
  byMovement,
  byWait,
  newerTicket,
  type Reader,
  type TicketFilter,
  withConnection,
} from './rules/lists'

type TicketEventHandler = EventHandler<Change<TicketSummary>>

const read = (ticket: TicketSummary): TicketSummary =>
  ticket.unreadMessages === 0 && !ticket.isMarkUnread ? ticket : { ...ticket, unreadMessages: 0, isMarkUnread: false }

const withAck = (ticket: TicketSummary, messageId: number, ack: number): TicketSummary => {
  const { last } = ticket
  if (last?.id !== messageId) return ticket
  const later = laterAck(last.ack, ack)
  return later === last.ack ? ticket : { ...ticket, last: { ...last, ack: later } }
}

const ticketHandlers: readonly TicketEventHandler[] = [
  on(ticketUpdated, ({ ticket }) => ({ put: ticket })),
  on(messageCreated, ({ ticket }) => ({ put: ticket })),
  on(contactUpdated, ({ contact: { id, name, number, username, profilePicUrl } }) => ({
    each: (row) => (row.contactId === id ? { ...row, contact: { id, name, number, username, profilePicUrl } } : row),
  })),
  on(messageAcked, ({ message: { id, ticketId, ack } }) => ({
    patch: ticketId,
    with: (ticket) => withAck(ticket, id, ack),
  })),
  on(queueUpdated, ({ queue: { id, name, color } }) => ({
    each: (row) => (row.queueId === id ? { ...row, queue: { id, name, color } } : row),
  })),
  on(connectionUpdated, ({ whatsapp }) => ({ each: (row) => withConnection(row, whatsapp) })),
  on(queueDeleted, ({ queueId }) => ({
    each: (row) => (row.queueId === queueId ? { ...row, queueId: null, queue: null } : row),
  })),
  on(ticketDeleted, ({ ticketId }) => ({ drop: ticketId })),
  on(ticketRead, ({ ticketId }) => ({ patch: ticketId, with: read })),
]

export type LiveTickets = Omit<LiveListSpec<TicketSummary>, 'fetchPage'>

/** `parts`: what modules add. */
export const handlersWith = (parts: readonly TicketPart[]): readonly TicketEventHandler[] => [
  ...ticketHandlers,
  ...parts.flatMap(({ handlers = [] }) => handlers),
]

/** `parts`: contributions of modules; `moved`: tickets with unsent moves, as shown. */
export const liveTickets = (
  parts: readonly TicketPart[],
  choice: TicketFilter,
  reader: Reader,
  moved: () => readonly TicketSummary[],
): LiveTickets => ({
  key: ['tickets', 'list', choice],
  id: ({ id }) => id,
  belongs: belongsTo(choice, reader, parts),
  compare: choice.order === 'waiting' ? byWait : byMovement,
  merge: newerTicket,
  onlyServerAdds: choice.search !== '',
  unsent: () => moved().map((ticket) => ({ put: ticket })),
  handlers: handlersWith(parts),
})

/** All tickets of a contact. */
export const liveTicketsOf = (parts: readonly TicketPart[], contactId: number): LiveTickets => ({
  key: ['tickets', 'of', contactId],
  id: ({ id }) => id,
  belongs: (ticket) => ticket.contactId === contactId,
  compare: byMovement,
  merge: newerTicket,
  handlers: handlersWith(parts),
})

export const liveTicket = (parts: readonly TicketPart[], uuid: string): Omit<LiveRowSpec<TicketSummary>, 'fetch'> => ({
  key: ['tickets', 'one', uuid],
  id: ({ id }) => id,
  merge: newerTicket,
  handlers: handlersWith(parts),
})
