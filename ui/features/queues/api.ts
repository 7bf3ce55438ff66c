/** Requests of the queues screen, and the list of queues that the desk and the connections use too. */
import { queryOptions } from '@tanstack/react-query'
import type { DistributionRoutes } from '../../../src/features/distribution/routes'
import type { CreateQueue, QueueDetail, UpdateQueue } from '../../../src/queues/contract'
import type { OptionTree, QueueOption, SavedOption } from '../../../src/queues/options/contract'
import type { QueueOptionRoutes, QueueRoutes } from '../../../src/queues/routes'
import { call, client, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { queuesSpec } from './spec'

const { queue } = client<QueueRoutes>()
const { distribution } = client<DistributionRoutes>()
const options = client<QueueOptionRoutes>()['queue-options']

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

/** What the dialog of a queue needs, fetched each time it is opened: its people and its options. */
export const queuePartsQuery = (id: number) =>
  queryOptions({
    queryKey: ['queue-parts', id],
    queryFn: async ({ signal }) => {
      const [people, tree] = await Promise.all([
        unwrap(queue({ id }).users.get({ fetch: { signal } })),
        unwrap(options.get({ query: { queueId: String(id) }, fetch: { signal } })),
      ])
      return { userIds: people.map((person) => person.id), tree }
    },
    gcTime: 0,
  })
export type QueueParts = { readonly userIds: readonly number[]; readonly tree: readonly OptionTree[] }

/** Who takes part in the distribution of a queue, and its latest; below one key, so that all are asked for again. */
export const distributionKey = ['distribution'] as const
export const distributionQuery = (id: number) =>
  queryOptions({
    queryKey: [...distributionKey, id],
    queryFn: ({ signal }) => unwrap(distribution({ id }).get({ fetch: { signal } })),
    // Nobody listens while the tab is closed.
    staleTime: 0,
  })

export const orderQueues = (ids: number[]) => unwrap(queue.order.post({ ids }))
export const renewToken = (id: number) => unwrap(queue({ id }).token.post())

/** In the order in which they were given. */
export const saveOptions = async (id: number, saved: SavedOption[]): Promise<readonly QueueOption[]> =>
  (await unwrap(queue({ id }).options.put({ options: saved }))).options

const asForm = (file: File): FormData => {
  const form = new FormData()
  form.set('file', file, file.name)
  return form
}
/** Null removes it. */
const putFile = <T>(address: string, file: File | null): Promise<T> =>
  file ? call<T>('POST', address, asForm(file)) : call<T>('DELETE', address)
export const putQueueFile = (id: number, file: File | null) => putFile<QueueDetail>(`/queue/${id}/media-upload`, file)
export const putOptionFile = (id: number, file: File | null) => putFile<QueueOption>(`/queue-options/${id}/file`, file)
