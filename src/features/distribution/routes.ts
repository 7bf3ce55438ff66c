import { Elysia } from 'elysia'
import { type AppHttp, failures } from '../../platform/http'
import { ById } from '../../platform/params'
import { findQueueOrFail } from '../../queues/queries'
import { QueueDistribution } from './contract'
import { distributionOf } from './queries'

export const distributionRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/distribution' })
    .use(http)
    .get('/:id', ({ cx, params }) => distributionOf(cx, findQueueOrFail(cx.db, params.id).id), {
      detail: { summary: 'Read the distribution of a queue' },
      allowed: 'queues-page:change',
      params: ById,
      response: { 200: QueueDistribution, ...failures },
    })
export type DistributionRoutes = ReturnType<typeof distributionRoutes>
