import { Elysia } from 'elysia'
import * as v from 'valibot'
import { failures, type Http } from '../platform/http'
import { QueueSummary } from './contract'
import { listQueues } from './queries'

export const queueRoutes = (http: Http) =>
  new Elysia({ prefix: '/queue' }).use(http).get('/', ({ cx }) => listQueues(cx.db), {
    signedIn: true,
    response: { 200: v.array(QueueSummary), ...failures },
  })
export type QueueRoutes = ReturnType<typeof queueRoutes>
