/** Unread tickets. The query key begins as that of their count, so that both are fetched again together. */
import { queryOptions } from '@tanstack/react-query'
import type { TicketRoutes } from '../../../../src/tickets/routes'
import { client, unwrap } from '../../../shared/client'
import { byMovement, unreadLists } from '../rules/lists'

const { tickets } = client<TicketRoutes>()

export const unreadQuery = queryOptions({
  queryKey: ['counters', 'unread'],
  queryFn: async ({ signal }) => {
    const pages = unreadLists.map((query) => unwrap(tickets.get({ query, fetch: { signal } })))
    return (await Promise.all(pages)).flatMap(({ tickets }) => tickets).sort(byMovement)
  },
  staleTime: 0,
})
