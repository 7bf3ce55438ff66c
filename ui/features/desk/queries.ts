/** The desk's queries, each with the events that update it. */
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { connectionUpdated } from '../../../src/channels/connections/contract'
import { contactUpdated } from '../../../src/contacts/contract'
import { queueDeleted, queueUpdated } from '../../../src/queues/contract'
import { type TicketSummary, ticketDeleted, ticketRead, ticketUpdated } from '../../../src/tickets/contract'
import { type Message, messageAcked, messageCreated, messageUpdated } from '../../../src/tickets/messages/contract'
import type { Change, LoadedList } from '../../shared/live/apply'
import { type EventHandler, on } from '../../shared/live/bus'
import type { LiveListSpec, LiveRowSpec } from '../../shared/live/live-query'
import { withQuoteOf } from '../messages/rules/acts'
import {
  byAge,
  isOf,
  joinSeams,
  laterMessage,
  seamsIn,
  type ThreadExtra,
  updateIn,
  withWriter,
} from '../messages/rules/messages'
import { laterAck } from '../messages/rules/ticks'
import {
  type Fetching,
  fetchContact,
  fetchCounters,
  fetchDeleted,
  fetchLog,
  fetchMessages,
  fetchOpenTickets,
  fetchPeople,
  fetchReceipts,
  fetchTicket,
  fetchTickets,
  fetchTicketsOf,
  findContacts,
} from './api'
import { countMoves, type Moved, type Whose } from './rules/counters'
import { belongsTo, byMovement, type ListChoice, newerTicket, type Reader, withNamesOf } from './rules/lists'

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
  on(contactUpdated, ({ contact: { id, name, number, profilePicUrl } }) => ({
    each: (row) => (row.contactId === id ? { ...row, contact: { id, name, number, profilePicUrl } } : row),
  })),
  on(messageAcked, ({ message: { id, ticketId, ack } }) => ({
    patch: ticketId,
    with: (ticket) => withAck(ticket, id, ack),
  })),
  on(queueUpdated, ({ queue: { id, name, color } }) => ({
    each: (row) => (row.queueId === id ? { ...row, queue: { id, name, color } } : row),
  })),
  on(connectionUpdated, ({ whatsapp }) => ({ each: (row) => withNamesOf(row, whatsapp) })),
  on(queueDeleted, ({ queueId }) => ({
    each: (row) => (row.queueId === queueId ? { ...row, queueId: null, queue: null } : row),
  })),
  on(ticketDeleted, ({ ticketId }) => ({ drop: ticketId })),
  on(ticketRead, ({ ticketId }) => ({ patch: ticketId, with: read })),
]

/** `moved`: tickets whose moves wait to be sent, as they are shown. */
export const ticketListSpec = (
  choice: ListChoice,
  reader: Reader,
  moved: () => readonly TicketSummary[],
): LiveListSpec<TicketSummary> => ({
  key: ['tickets', 'list', choice],
  fetchPage: (wanted, signal) => fetchTickets(choice, wanted, signal),
  id: ({ id }) => id,
  belongs: belongsTo(choice, reader),
  compare: byMovement,
  merge: newerTicket,
  onlyServerAdds: choice.search !== '',
  unsent: () => moved().map((ticket) => ({ put: ticket })),
  handlers: ticketHandlers,
})

/** Everything there was with a contact. */
export const contactTicketsSpec = (contactId: number): LiveListSpec<TicketSummary> => ({
  key: ['tickets', 'of', contactId],
  fetchPage: (wanted, signal) => fetchTicketsOf(contactId, wanted, signal),
  id: ({ id }) => id,
  belongs: (ticket) => ticket.contactId === contactId,
  compare: byMovement,
  merge: newerTicket,
  handlers: ticketHandlers,
})

export const ticketSpec = (uuid: string): LiveRowSpec<TicketSummary> => ({
  key: ['tickets', 'one', uuid],
  fetch: (signal) => fetchTicket(uuid, signal),
  id: ({ id }) => id,
  merge: newerTicket,
  handlers: ticketHandlers,
})

/** A ticket that a list already holds, shown before the server answers. */
export function ticketInLists(client: QueryClient, uuid: string): TicketSummary | undefined {
  for (const [, list] of client.getQueriesData<LoadedList<TicketSummary>>({ queryKey: ['tickets', 'list'] })) {
    const found = list?.items.find((ticket) => ticket.uuid === uuid)
    if (found) return found
  }
  return undefined
}

/** The whole conversation with a contact, over all their tickets. */
export const threadSpec = (
  ticket: Pick<TicketSummary, 'id' | 'contactId' | 'isGroup' | 'whatsappId'>,
  fetching: Fetching = 'reading',
): LiveListSpec<Message, ThreadExtra> => ({
  key: ['messages', ticket.id],
  fetchPage: ({ after }, signal) => fetchMessages(ticket.id, { before: after, fetching }, signal),
  id: ({ id }) => id,
  belongs: () => true,
  compare: byAge,
  merge: laterMessage,
  joinExtra: joinSeams,
  extraHandlers: [
    on(ticketUpdated, (news) => seamsIn(ticket, news)),
    on(messageCreated, (news) => seamsIn(ticket, news)),
  ],
  tail: 'kept',
  handlers: [
    on(messageCreated, (news) => (isOf(ticket, news) ? { put: news.message } : undefined)),
    on(messageUpdated, ({ message }) => updateIn(ticket, message)),
    on(messageUpdated, ({ message }) => ({ each: (row) => withQuoteOf(row, message) })),
    on(contactUpdated, ({ contact }) => ({ each: (row) => withWriter(row, contact) })),
    on(messageAcked, ({ message: { id, ack, failure } }) => ({
      patch: id,
      with: (row) => {
        const later = laterAck(row.ack, ack)
        return later === row.ack && failure === row.failure
          ? row
          : { ...row, ack: later, failure: later === 0 ? failure : null }
      },
    })),
  ],
})

/** `moves`: those that wait to be sent. */
export const countersQuery = (whose: Whose, moves: () => readonly Moved[]) =>
  queryOptions({
    queryKey: ['counters', whose.showAll],
    queryFn: async ({ signal }) => countMoves(await fetchCounters(whose.showAll, signal), moves(), whose),
    staleTime: 30_000,
    placeholderData: (before) => before,
  })

/** Only for people with permission; fetched each time and not cached. */
export const deletedQuery = (messageId: number) =>
  queryOptions({
    queryKey: ['deleted-message', messageId],
    queryFn: ({ signal }) => fetchDeleted(messageId, signal),
    gcTime: 0,
  })

/** Who received our message. */
export const receiptsQuery = (messageId: number) =>
  queryOptions({
    queryKey: ['receipts', messageId],
    queryFn: ({ signal }) => fetchReceipts(messageId, signal),
    gcTime: 0,
  })

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({ signal }) => fetchPeople(signal),
  staleTime: 60_000,
})
export const contactQuery = (id: number) =>
  queryOptions({ queryKey: ['contact', id], queryFn: ({ signal }) => fetchContact(id, signal), staleTime: 60_000 })
/** `place` changes with each move, so that the log is fetched again. */
export const logQuery = (ticketId: number, place: string) =>
  queryOptions({
    queryKey: ['ticket-log', ticketId, place],
    queryFn: ({ signal }) => fetchLog(ticketId, signal),
    placeholderData: (before) => before,
  })

/** Whether this person may write to each of these contacts, and who has the conversation; asked anew wherever it is shown. */
export const openTicketsQuery = (contactIds: readonly number[]) =>
  queryOptions({
    queryKey: ['openTickets', contactIds],
    queryFn: () => fetchOpenTickets(contactIds),
    placeholderData: (before) => before,
    gcTime: 0,
    retry: false,
  })

/** Minimum length of a search for contacts, as specified. */
export const SEARCH_FROM = 3
export const contactSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ['contacts', 'search', text],
    queryFn: ({ signal }) => findContacts(text, signal),
    enabled: text.length >= SEARCH_FROM,
  })
