/** Users, queues and connections, from which every screen chooses. */
import { queryOptions } from '@tanstack/react-query'
import type { ConnectionSummary, CreateConnection, UpdateConnection } from '../../../src/channels/connections/contract'
import type { ConnectionRoutes } from '../../../src/channels/connections/routes'
import type { CreateQueue, QueueDetail, UpdateQueue } from '../../../src/queues/contract'
import type { QueueRoutes } from '../../../src/queues/routes'
import type { UpdateUser, UserAccess } from '../../../src/users/contract'
import type { AccessRoutes, UserRoutes } from '../../../src/users/routes'
import { client, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { connectionsSpec, queuesSpec } from './spec'

const { users } = client<UserRoutes>()
const { 'user-access': access } = client<AccessRoutes>()
const { queue } = client<QueueRoutes>()
const { whatsapp } = client<ConnectionRoutes>()

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({ signal }) => unwrap(users.list.get({ fetch: { signal } })),
  staleTime: 60_000,
})

export const changeUser = (id: number, body: UpdateUser) => unwrap(users({ id }).put(body))

/** Who may use a connection, when the company restricts channels. */
export const accessQuery = (connectionId: number) =>
  queryOptions({
    queryKey: ['user-access', connectionId],
    queryFn: ({ signal }) => unwrap(access['list-by-connection']({ id: connectionId }).get({ fetch: { signal } })),
  })

export const changeAccess = (body: UserAccess, isGranted: boolean) =>
  isGranted ? unwrap(access.post(body)) : unwrap(access['delete-connection-by-user'].post(body))

export const queues = liveCrud<QueueDetail, CreateQueue, UpdateQueue>({
  ...queuesSpec,
  routes: {
    list: ({ signal }) => unwrap(queue.get({ query: {}, fetch: { signal } })),
    create: (body) => unwrap(queue.post(body)),
    update: (id, body) => unwrap(queue({ id }).put(body)),
    remove: (id) => unwrap(queue({ id }).delete()),
  },
})
export const queuesQuery = queues.list()

const query = { session: '0' } as const

export const connections = liveCrud<ConnectionSummary, CreateConnection, UpdateConnection>({
  ...connectionsSpec,
  routes: {
    list: ({ signal }) => unwrap(whatsapp.get({ query, fetch: { signal } })),
    one: (id, signal) => unwrap(whatsapp({ id }).get({ query, fetch: { signal } })),
    create: (body) => unwrap(whatsapp.post(body)),
    update: (id, body) => unwrap(whatsapp({ id }).put(body)),
    remove: (id) => unwrap(whatsapp({ id }).delete()),
  },
})
export const connectionsQuery = connections.list()
/** Polled while the pairing dialog is open: each request keeps the QR codes coming. */
export const connectionQuery = connections.one
