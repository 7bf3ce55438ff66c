/** The people of the company: who attends tickets and works in queues. */
import { queryOptions } from '@tanstack/react-query'
import type { UserRoutes } from '../../../src/access/routes'
import { client, unwrap } from '../../shared/client'

const { users } = client<UserRoutes>()

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({ signal }) => unwrap(users.list.get({ fetch: { signal } })),
  staleTime: 60_000,
})
