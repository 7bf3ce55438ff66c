/** The desk's requests to the server, and its lists, rows and counts. */
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { RatingRoutes } from '../../../src/features/ratings/routes'
import type { CreateTicket, TicketSummary, UpdateTicket } from '../../../src/tickets/contract'
import type { TicketLogRoutes, TicketRoutes } from '../../../src/tickets/routes'
import type { MessageSearchRoutes } from '../../../src/tickets/search-routes'
import type { MessageHit } from '../../../src/tickets/searching/contract'
import { client, unwrap } from '../../shared/client'
import type { LoadedList } from '../../shared/live/apply'
import type { LiveBus } from '../../shared/live/bus'
import { type LiveListSpec, type LiveRowSpec, liveListQuery, type PageRequest } from '../../shared/live/live-query'
import { sessionFetch } from '../../shared/session/access'
import { store } from '../../shared/store'
import { ticketPartsAtom } from '../../shared/ticketParts'
import { threadSpec } from '../messages/api'
import { hitsQueryOf, liveHits } from './hits'
import { liveTicket, liveTickets, liveTicketsOf } from './live'
import { flag, queryOf, type Reader, type TicketFilter } from './rules/lists'
import { countMoves, type StateChange, type Whose } from './rules/moves'

const { tickets } = client<TicketRoutes>()
const { ratings } = client<RatingRoutes>()
const { messages } = client<MessageSearchRoutes>()
const { 'tickets-log': log } = client<TicketLogRoutes>()

export const fetchTickets = (choice: TicketFilter, wanted: PageRequest, signal: AbortSignal) =>
  fetchPage(queryOf(choice), wanted, signal)

/** All tickets of a contact that the user may see. */
export const fetchTicketsOf = (contactId: number, wanted: PageRequest, signal: AbortSignal) =>
  fetchPage({ contactId: String(contactId) }, wanted, signal)

type TicketQuery = NonNullable<Parameters<typeof tickets.get>[0]>['query']

const fetchPage = async (narrowed: TicketQuery, { page: number, after }: PageRequest, signal: AbortSignal) => {
  const query = { ...narrowed, pageNumber: String(number), ...(after === undefined ? {} : { after }) }
  const page = await unwrap(tickets.get({ query, fetch: { signal } }))
  return { items: page.tickets, hasMore: page.hasMore, next: page.next ?? undefined }
}

export const fetchCounters = (showAll: boolean, signal: AbortSignal) =>
  unwrap(tickets.counters.get({ query: { showAll: flag(showAll) }, fetch: { signal } }))
export const fetchTicket = (uuid: string, signal: AbortSignal) => unwrap(tickets.u({ uuid }).get({ fetch: { signal } }))
export const changeTicket = (id: number, body: UpdateTicket) => unwrap(tickets({ id }).put(body))
/** For a page that is being closed: the browser finishes the request afterwards (`keepalive`). */
export const changeTicketLeaving = (id: number, body: UpdateTicket) =>
  sessionFetch(`/api/tickets/${id}`, {
    method: 'PUT',
    keepalive: true,
    signal: AbortSignal.timeout(5_000),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
/** The user's own open tickets, and groups. */
export const readTickets = (ticketIds: number[]) => unwrap(tickets.read.post({ ticketIds }))
export const createTicket = (body: CreateTicket) => unwrap(tickets.post(body))
export const fetchLog = (id: number, signal: AbortSignal) =>
  unwrap(log({ id }).get({ fetch: { signal } })).then(({ logs }) => logs)
/** Rating questions available for the ticket's contact, as the contact would read them; not cached. */
export const ratingChoicesQuery = (ticketId: number) =>
  queryOptions({
    queryKey: ['rating-choices', ticketId],
    queryFn: ({ signal }) => unwrap(ratings.choices.get({ query: { ticketId: String(ticketId) }, fetch: { signal } })),
    gcTime: 0,
  })
export const undoTransfer = (id: number) => unwrap(tickets({ id }).put({ undoTransfer: true }))
/** Current load of each colleague. */
export const transferTargetsQuery = queryOptions({
  queryKey: ['transfer-targets'],
  queryFn: ({ signal }) => unwrap(tickets['transfer-targets'].get({ fetch: { signal } })),
  staleTime: 0,
})
export const deleteTicket = (id: number) => unwrap(tickets({ id }).delete())

export const ticketListSpec = (
  choice: TicketFilter,
  reader: Reader,
  moved: () => readonly TicketSummary[],
): LiveListSpec<TicketSummary> => ({
  ...liveTickets(parts(), choice, reader, moved),
  fetchPage: (wanted, signal) => fetchTickets(choice, wanted, signal),
})
/** The modules' parts are loaded with the desk. */
const parts = () => store.get(ticketPartsAtom)

type HitsQuery = NonNullable<NonNullable<Parameters<typeof messages.search.get>[0]>['query']>
/** Messages of the whole company. */
export const fetchHits = (query: HitsQuery, signal: AbortSignal) =>
  unwrap(messages.search.get({ query, fetch: { signal } }))

export const hitListSpec = (choice: TicketFilter): LiveListSpec<MessageHit> => ({
  ...liveHits(choice),
  fetchPage: async ({ after }, signal) => {
    const query = { ...hitsQueryOf(choice), ...(after === undefined ? {} : { after }) }
    const { hits, hasMore, next } = await fetchHits(query, signal)
    return { items: hits, hasMore, next: next ?? undefined }
  },
})

export const contactTicketsSpec = (contactId: number): LiveListSpec<TicketSummary> => ({
  ...liveTicketsOf(parts(), contactId),
  fetchPage: (wanted, signal) => fetchTicketsOf(contactId, wanted, signal),
})

export const ticketSpec = (uuid: string): LiveRowSpec<TicketSummary> => ({
  ...liveTicket(parts(), uuid),
  fetch: (signal) => fetchTicket(uuid, signal),
})

/** The ticket as cached on this page. */
export const heldTicket = (client: QueryClient, uuid: string): TicketSummary | undefined =>
  client.getQueryData<TicketSummary>(['tickets', 'one', uuid]) ?? ticketInLists(client, uuid)

/** A ticket from a cached list, shown before the server answers. */
export function ticketInLists(client: QueryClient, uuid: string): TicketSummary | undefined {
  for (const [, list] of client.getQueriesData<LoadedList<TicketSummary>>({ queryKey: ['tickets', 'list'] })) {
    const found = list?.items.find((ticket) => ticket.uuid === uuid)
    if (found) return found
  }
  return undefined
}

/** Prefetches a conversation without marking anything as read. */
export function prefetchThread(ticket: TicketSummary, { client, bus }: { client: QueryClient; bus: LiveBus }): void {
  // Messages of a waiting ticket are shown only to the person who accepts it.
  if (ticket.status === 'pending' && !ticket.isGroup) return
  void client.prefetchQuery(liveListQuery(client, bus, threadSpec(ticket, 'ahead')))
}

/** `moves`: tickets whose moves are not sent yet. */
export const countersQuery = (whose: Whose, moves: () => readonly StateChange[]) =>
  queryOptions({
    queryKey: ['counters', whose.showAll],
    queryFn: async ({ signal }) => countMoves(await fetchCounters(whose.showAll, signal), moves(), whose),
    staleTime: 30_000,
    placeholderData: (before) => before,
  })

/** `place` changes with each move, so that the log is refetched. */
export const logQuery = (ticketId: number, place: string) =>
  queryOptions({
    queryKey: ['ticket-log', ticketId, place],
    queryFn: ({ signal }) => fetchLog(ticketId, signal),
    // No events are applied while another conversation is open.
    staleTime: 0,
    placeholderData: (before) => before,
  })
