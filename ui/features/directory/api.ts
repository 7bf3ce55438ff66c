/** The people of the company: who attends tickets and works in queues. */
import { queryOptions } from '@tanstack/react-query'
import type { UpdateUser, UserAccess } from '../../../src/users/contract'
import type { AccessRoutes, UserRoutes } from '../../../src/users/routes'
import { client, unwrap } from '../../shared/client'

const { users } = client<UserRoutes>()
const { 'user-access': access } = client<AccessRoutes>()

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({ signal }) => unwrap(users.list.get({ fetch: { signal } })),
  staleTime: 60_000,
})

export const changeUser = (id: number, body: UpdateUser) => unwrap(users({ id }).put(body))

/** Who may use a connection, where the company restricts channels. */
export const accessQuery = (connectionId: number) =>
  queryOptions({
    queryKey: ['user-access', connectionId],
    queryFn: ({ signal }) => unwrap(access['list-by-connection']({ id: connectionId }).get({ fetch: { signal } })),
  })

export const changeAccess = (body: UserAccess, isGranted: boolean) =>
  isGranted ? unwrap(access.post(body)) : unwrap(access['delete-connection-by-user'].post(body))
