import { Elysia } from 'elysia'
import type { AppHttp } from '../access/gates'
import type { RouteDeps } from '../chapter'
import { Done, done, failures } from '../platform/http'
import { releaseCompany } from './release'

export const releaseRoutes = (http: AppHttp, { databases, wakeUp }: Pick<RouteDeps, 'databases' | 'wakeUp'>) =>
  new Elysia({ prefix: '/company' }).use(http).post(
    '/release',
    async ({ cx, actor }) => {
      if (releaseCompany(databases.control, cx, actor)) await wakeUp()
      return done
    },
    { allowed: 'settings-page:change', response: { 200: Done, ...failures } },
  )
