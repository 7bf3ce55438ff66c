/** The desk's requests to the server. */
import type { CreateTicket, UpdateTicket } from '../../../src/tickets/contract'
import type { TicketLogRoutes, TicketRoutes } from '../../../src/tickets/routes'
import { client, unwrap } from '../../shared/client'
import type { PageWanted } from '../../shared/live/live-query'
import { sessionFetch } from '../../shared/session/access'
import { flag, type ListChoice, queryOf } from './rules/lists'

const { tickets } = client<TicketRoutes>()
const { 'tickets-log': log } = client<TicketLogRoutes>()

export const fetchTickets = (choice: ListChoice, wanted: PageWanted, signal: AbortSignal) =>
  fetchPage(queryOf(choice), wanted, signal)

/** All of one contact that the person may see. */
export const fetchTicketsOf = (contactId: number, wanted: PageWanted, signal: AbortSignal) =>
  fetchPage({ contactId: String(contactId) }, wanted, signal)

type TicketQuery = NonNullable<Parameters<typeof tickets.get>[0]>['query']

const fetchPage = async (narrowed: TicketQuery, { page: number, after }: PageWanted, signal: AbortSignal) => {
  const query = { ...narrowed, pageNumber: String(number), ...(after === undefined ? {} : { after }) }
  const page = await unwrap(tickets.get({ query, fetch: { signal } }))
  return { items: page.tickets, hasMore: page.hasMore, next: page.next ?? undefined }
}

export const fetchCounters = (showAll: boolean, signal: AbortSignal) =>
  unwrap(tickets.counters.get({ query: { showAll: flag(showAll) }, fetch: { signal } }))
export const fetchTicket = (uuid: string, signal: AbortSignal) => unwrap(tickets.u({ uuid }).get({ fetch: { signal } }))
export const changeTicket = (id: number, body: UpdateTicket) => unwrap(tickets({ id }).put(body))
/** From a page that is being closed: the browser finishes the request afterwards (`keepalive`). */
export const changeTicketLeaving = (id: number, body: UpdateTicket) =>
  sessionFetch(`/api/tickets/${id}`, {
    method: 'PUT',
    keepalive: true,
    signal: AbortSignal.timeout(5_000),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
export const createTicket = (body: CreateTicket) => unwrap(tickets.post(body))
export const fetchLog = (id: number, signal: AbortSignal) => unwrap(log({ id }).get({ fetch: { signal } }))
export const deleteTicket = (id: number) => unwrap(tickets({ id }).delete())
