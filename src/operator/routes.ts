import { Elysia } from 'elysia'
import { type AppHttp, Done, done, failures } from '../platform/http'
import type { RouteServices } from '../platform/module'
import { releaseCompany } from './release'

export const releaseRoutes = (http: AppHttp, { databases, wakeUp }: Pick<RouteServices, 'databases' | 'wakeUp'>) =>
  new Elysia({ prefix: '/company' }).use(http).post(
    '/release',
    async ({ cx, actor }) => {
      if (releaseCompany(databases.writableControl(), cx, actor)) await wakeUp()
      return done
    },
    {
      detail: { summary: 'Release a restored company' },
      allowed: 'settings-page:change',
      own: true,
      response: { 200: Done, ...failures },
    },
  )
