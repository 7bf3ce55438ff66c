/** Unread tickets. The query keys are those of the desk, so that its events update the bell too. */
import { queryOptions } from '@tanstack/react-query'
import type { TicketRoutes } from '../../../../src/tickets/routes'
import { client, unwrap } from '../../../shared/client'
import { byMovement, unreadLists } from '../../tickets/rules/lists'

const { tickets } = client<TicketRoutes>()

export const ownCountersQuery = queryOptions({
  queryKey: ['counters', false],
  queryFn: ({ signal }) => unwrap(tickets.counters.get({ query: { showAll: 'false' }, fetch: { signal } })),
  staleTime: 30_000,
})

export const unreadQuery = queryOptions({
  queryKey: ['counters', 'unread'],
  queryFn: async ({ signal }) => {
    const pages = unreadLists.map((query) => unwrap(tickets.get({ query, fetch: { signal } })))
    return (await Promise.all(pages)).flatMap(({ tickets }) => tickets).sort(byMovement)
  },
  staleTime: 0,
})
