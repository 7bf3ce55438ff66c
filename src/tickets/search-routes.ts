import { Elysia, t } from 'elysia'
import { type AppHttp, failures } from '../platform/http'
import { Days, readDays } from '../platform/params'
import { filterQuery, type TicketFilter } from './fields'
import { filterOf, ListQuery } from './routes'
import { MessageHits } from './searching/contract'
import { pageOfHits } from './searching/hits'

export const messageSearchRoutes = (http: AppHttp, filters: readonly TicketFilter[]) =>
  new Elysia({ prefix: '/messages/search' }).use(http).get(
    '/',
    ({ cx, actor, query }) => {
      const { timeZone } = cx.tenant
      return pageOfHits(cx, actor, {
        filter: { ...filterOf(cx, query), status: null, isGroup: null, contactId: null },
        said: readDays(query, timeZone),
        after: query.after ?? null,
      })
    },
    {
      detail: { summary: 'Search all messages' },
      signedIn: true,
      query: t.Object({ ...ListQuery.properties, ...Days, ...filterQuery(filters) }),
      response: { 200: MessageHits, ...failures },
    },
  )
export type MessageSearchRoutes = ReturnType<typeof messageSearchRoutes>
