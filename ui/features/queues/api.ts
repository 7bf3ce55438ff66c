/** Requests of the queues screen, and the list of queues that the desk and the connections use too. */
import { queryOptions } from '@tanstack/react-query'
import type { CreateQueue, QueueDetail, UpdateQueue } from '../../../src/queues/contract'
import type { QueueRoutes } from '../../../src/queues/routes'
import { client, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { queuesSpec } from './spec'

const { queue } = client<QueueRoutes>()

export const queues = liveCrud<QueueDetail, CreateQueue, UpdateQueue>({
  ...queuesSpec,
  routes: {
    list: ({ signal }) => unwrap(queue.get({ query: {}, fetch: { signal } })),
    create: (body) => unwrap(queue.post(body)),
    update: (id, body) => unwrap(queue({ id }).put(body)),
    remove: (id) => unwrap(queue({ id }).delete()),
  },
})
/** All of them, for any screen. */
export const queuesQuery = queues.list()

/** With its figures of this moment. */
export const fetchQueue = (id: number) => unwrap(queue({ id }).get())

/** The people of a queue, fetched each time they are about to be edited. */
export const queueUsersQuery = (id: number) =>
  queryOptions({
    queryKey: ['queue-users', id],
    queryFn: ({ signal }) => unwrap(queue({ id }).users.get({ fetch: { signal } })),
    gcTime: 0,
  })
