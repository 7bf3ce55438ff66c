/** The desk's lists, rows and counts. */
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { LoadedList } from '../../shared/live/apply'
import type { LiveBus } from '../../shared/live/bus'
import { type LiveListSpec, type LiveRowSpec, liveListQuery } from '../../shared/live/live-query'
import { threadSpec } from '../messages/queries'
import { fetchCounters, fetchLog, fetchTicket, fetchTickets, fetchTicketsOf } from './api'
import { liveTicket, liveTickets, liveTicketsOf } from './live'
import { countMoves, type Moved, type Whose } from './rules/counters'

export const ticketListSpec = (...given: Parameters<typeof liveTickets>): LiveListSpec<TicketSummary> => ({
  ...liveTickets(...given),
  fetchPage: (wanted, signal) => fetchTickets(given[0], wanted, signal),
})

export const contactTicketsSpec = (contactId: number): LiveListSpec<TicketSummary> => ({
  ...liveTicketsOf(contactId),
  fetchPage: (wanted, signal) => fetchTicketsOf(contactId, wanted, signal),
})

export const ticketSpec = (uuid: string): LiveRowSpec<TicketSummary> => ({
  ...liveTicket(uuid),
  fetch: (signal) => fetchTicket(uuid, signal),
})

/** A ticket that a list already holds, shown before the server answers. */
export function ticketInLists(client: QueryClient, uuid: string): TicketSummary | undefined {
  for (const [, list] of client.getQueriesData<LoadedList<TicketSummary>>({ queryKey: ['tickets', 'list'] })) {
    const found = list?.items.find((ticket) => ticket.uuid === uuid)
    if (found) return found
  }
  return undefined
}

/** Fetches a conversation before it is opened, without marking anything as read. */
export function prefetchThread(ticket: TicketSummary, { client, bus }: { client: QueryClient; bus: LiveBus }): void {
  // Messages of a waiting ticket are shown only to the person who accepts it.
  if (ticket.status === 'pending' && !ticket.isGroup) return
  void client.prefetchQuery(liveListQuery(client, bus, threadSpec(ticket, 'ahead')))
}

/** `moves`: those that wait to be sent. */
export const countersQuery = (whose: Whose, moves: () => readonly Moved[]) =>
  queryOptions({
    queryKey: ['counters', whose.showAll],
    queryFn: async ({ signal }) => countMoves(await fetchCounters(whose.showAll, signal), moves(), whose),
    staleTime: 30_000,
    placeholderData: (before) => before,
  })

/** `place` changes with each move, so that the log is fetched again. */
export const logQuery = (ticketId: number, place: string) =>
  queryOptions({
    queryKey: ['ticket-log', ticketId, place],
    queryFn: ({ signal }) => fetchLog(ticketId, signal),
    placeholderData: (before) => before,
  })
