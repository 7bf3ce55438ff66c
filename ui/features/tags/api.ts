/** Requests of the tags page, and of tags on tickets. */
import type { QueryClient } from '@tanstack/react-query'
import { type CreateTag, MOST_TICKETS_AT_ONCE, type Tag, type UpdateTag } from '../../../src/features/tags/contract'
import type { TagRoutes, TicketTagRoutes } from '../../../src/features/tags/routes'
import type { TicketSummary } from '../../../src/tickets/contract'
import { client, unwrap } from '../../shared/client'
import { toast } from '../../shared/kit/toast'
import { changeLists } from '../../shared/live/live-query'
import { liveCrud } from '../../shared/live/liveCrud'
import { shareOf, tagsSpec, withLane, withTag } from './spec'

const { tags: routes } = client<TagRoutes>()
const { 'ticket-tags': onTickets } = client<TicketTagRoutes>()

export const tags = liveCrud<Tag, CreateTag, UpdateTag>({
  ...tagsSpec,
  routes: {
    list: ({ signal }) => unwrap(routes.list.get({ fetch: { signal } })),
    create: (body) => unwrap(routes.post(body)),
    update: (id, body) => unwrap(routes({ id }).put(body)),
    remove: (id) => unwrap(routes({ id }).delete()),
  },
})
export const tagsQuery = tags.list()

/** With its current counters. */
export const fetchTag = (id: number) => unwrap(routes({ id }).get())

/** Shown immediately; reverted with a toast if the server refuses. */
export async function tagTickets(cache: QueryClient, tickets: readonly TicketSummary[], tag: Tag, tagged: boolean) {
  const show = (ticket: TicketSummary, change: (row: TicketSummary) => TicketSummary) =>
    changeLists(cache, ['tickets'], { patch: ticket.id, with: change })
  const changing = tickets.filter((ticket) => shareOf([ticket], tag) === (tagged ? 'none' : 'all'))
  for (const ticket of changing) show(ticket, (row) => withTag(row, tag, tagged))
  for (let from = 0; from < changing.length; from += MOST_TICKETS_AT_ONCE) {
    const some = changing.slice(from, from + MOST_TICKETS_AT_ONCE)
    try {
      await unwrap(onTickets.put({ ticketIds: some.map(({ id }) => id), tagId: tag.id, tagged }))
    } catch (failure) {
      for (const ticket of changing.slice(from)) show(ticket, (row) => withTag(row, tag, !tagged))
      return void toast.failure(failure)
    }
  }
}

export const orderLanes = (tagOrder: number[]) => unwrap(routes.order.post({ tagOrder }))

/** Puts the ticket into a lane of the board, or out of all. Shown at once; where the server refuses, it is taken back. */
export async function moveToLane(cache: QueryClient, ticket: TicketSummary, to: Tag | null, lanes: readonly Tag[]) {
  const show = (change: (row: TicketSummary) => TicketSummary) =>
    changeLists(cache, ['tickets'], { patch: ticket.id, with: change })
  const before = lanes.find(({ id }) => ticket.tags.some((tag) => tag.id === id)) ?? null
  show((row) => withLane(row, to, lanes))
  const ofTicket = onTickets({ ticketId: ticket.id })
  try {
    await unwrap(to ? ofTicket({ tagId: to.id }).put() : ofTicket.delete())
  } catch (failure) {
    show((row) => withLane(row, before, lanes))
    throw failure
  }
}
