/** Requests of the queues screen, and the list of queues that the desk and the connections use too. */
import { queryOptions } from '@tanstack/react-query'
import type { CreateQueue, UpdateQueue } from '../../../src/queues/contract'
import type { QueueRoutes } from '../../../src/queues/routes'
import { client, unwrap } from '../../shared/client'

const { queue } = client<QueueRoutes>()

const HOUR = 60 * 60_000
export const queuesQuery = queryOptions({
  queryKey: ['queues'],
  queryFn: ({ signal }) => unwrap(queue.get({ query: {}, fetch: { signal } })),
  staleTime: HOUR,
})

/** The people of a queue, fetched each time they are about to be edited. */
export const queueUsersQuery = (id: number) =>
  queryOptions({
    queryKey: ['queue-users', id],
    queryFn: ({ signal }) => unwrap(queue({ id }).users.get({ fetch: { signal } })),
    gcTime: 0,
  })

export const createQueue = (body: CreateQueue) => unwrap(queue.post(body))
export const updateQueue = (id: number, body: UpdateQueue) => unwrap(queue({ id }).put(body))
export const deleteQueue = (id: number) => unwrap(queue({ id }).delete())
