import type { CreateUser, UpdateUser, UserSummary } from '../../../src/users/contract'
import type { UserRoutes } from '../../../src/users/routes'
import { client, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { usersSpec } from './spec'

const { users: routes } = client<UserRoutes>()

const fetchPage = (page: number, signal: AbortSignal) =>
  unwrap(routes.get({ query: { pageNumber: String(page) }, fetch: { signal } }))

/** The whole list: a company has few users, and the browser filters and sorts. */
async function fetchAll(signal: AbortSignal): Promise<UserSummary[]> {
  const { users, hasMore, count } = await fetchPage(1, signal)
  const pages = hasMore ? Math.ceil(count / users.length) - 1 : 0
  const others = await Promise.all(Array.from({ length: pages }, (_, at) => fetchPage(at + 2, signal)))
  return [...users, ...others.flatMap((page) => page.users)]
}

export const users = liveCrud<UserSummary, CreateUser, UpdateUser>({
  ...usersSpec,
  routes: {
    list: ({ signal }) => fetchAll(signal),
    create: (body) => unwrap(routes.post(body)),
    update: (id, body) => unwrap(routes({ id }).put(body)),
    remove: (id) => unwrap(routes({ id }).delete()),
  },
})

/** With their current number of open tickets. */
export const fetchUser = (id: number) => unwrap(routes({ id }).get())
