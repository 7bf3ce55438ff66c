/** Unread tickets. The query keys are those of the desk, so that its events update the bell too. */
import { queryOptions } from '@tanstack/react-query'
import type { TicketRoutes } from '../../../../src/tickets/routes'
import { client, unwrap } from '../../../shared/client'

const { tickets } = client<TicketRoutes>()

export const ownCountersQuery = queryOptions({
  queryKey: ['counters', false],
  queryFn: ({ signal }) => unwrap(tickets.counters.get({ query: { showAll: 'false' }, fetch: { signal } })),
  staleTime: 30_000,
})

export const unreadQuery = queryOptions({
  queryKey: ['counters', 'unread'],
  queryFn: async ({ signal }) =>
    (
      await unwrap(
        tickets.get({ query: { withUnreadMessages: 'true', showAll: 'false', pageNumber: '1' }, fetch: { signal } }),
      )
    ).tickets,
  staleTime: 0,
})
