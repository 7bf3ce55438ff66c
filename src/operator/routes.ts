import { Elysia } from 'elysia'
import { type AppHttp, Done, done, failures } from '../platform/http'
import type { RouteServices } from '../platform/module'
import { releaseCompany, releaseStandby } from './release'

export const releaseRoutes = (
  http: AppHttp,
  { auth, controlWrites, wakeUp }: Pick<RouteServices, 'auth' | 'controlWrites' | 'wakeUp'>,
) =>
  new Elysia({ prefix: '/company' }).use(http).post(
    '/release',
    async ({ cx, actor }) => {
      const end = (companyId: number) => controlWrites.run(releaseStandby, { companyId })
      if (await releaseCompany(end, cx, actor)) await wakeUp()
      auth.stillHere(actor)
      return done
    },
    {
      detail: { summary: 'Release a restored company' },
      allowed: 'settings-page:change',
      own: true,
      response: { 200: Done, ...failures },
    },
  )
