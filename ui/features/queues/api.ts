import { queryOptions } from '@tanstack/react-query'
import type { typebotRoutes } from '../../../src/features/typebot/routes'
import type { QueueDetail } from '../../../src/queues/contract'
import type { OptionTree, QueueOption, SavedOption } from '../../../src/queues/options/contract'
import type { QueueOptionRoutes, QueueRoutes } from '../../../src/queues/routes'
import { call, client, unwrap } from '../../shared/client'

const { queue } = client<QueueRoutes>()
const options = client<QueueOptionRoutes>()['queue-options']

const { typebot } = client<ReturnType<typeof typebotRoutes>>()

/** With its current counters. */
export const fetchQueue = (id: number) => unwrap(queue({ id }).get())

/** Data of a queue's dialog, fetched each time it opens: its users and options. */
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

export const orderQueues = (ids: number[]) => unwrap(queue.order.post({ ids }))
export const renewToken = (id: number) => unwrap(queue({ id }).token.post())

/** In their stored order. */
export const saveOptions = async (id: number, saved: SavedOption[]): Promise<readonly QueueOption[]> =>
  (await unwrap(queue({ id }).options.put({ options: saved }))).options

/** What the builder lists now; a failure names what is wrong with it. */
export const workspacesQuery = queryOptions({
  queryKey: ['typebot-workspaces'],
  queryFn: ({ signal }) => unwrap(typebot.listworkspaces.get({ fetch: { signal } })),
  retry: false,
  staleTime: 60_000,
})
export const typebotsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['typebots', workspaceId],
    queryFn: ({ signal }) => unwrap(typebot.listtypebots.get({ query: { workspaceId }, fetch: { signal } })),
    retry: false,
    staleTime: 60_000,
  })

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
