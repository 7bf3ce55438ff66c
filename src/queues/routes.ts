import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import { UserOption } from '../access/contract'
import type { AppHttp } from '../access/gates'
import { listUserOptions } from '../access/people'
import { can } from '../access/permissions'
import type { Actor } from '../actor'
import type { Server } from '../chapter'
import type { Cx } from '../platform/cx'
import { Done, done, failures } from '../platform/http'
import { input } from '../platform/input'
import { ById } from '../platform/params'
import { removeQueue } from '../tickets/remove-queue'
import { addQueue, changeQueue } from './actions'
import { CreateQueue, QueueDetail, type QueueSummary, QueueUsers, queueOrders, UpdateQueue } from './contract'
import { figuresOf, findQueueOrFail, listQueues, summarizeQueue } from './queries'

const shownTo = (cx: Cx, actor: Actor, queue: QueueSummary): QueueDetail => ({
  ...queue,
  figures: can(actor, 'queues-page:change') ? figuresOf(cx.db, queue.id) : null,
})

function peopleOf(cx: Cx, queueId: number): UserOption[] {
  const { id } = findQueueOrFail(cx.db, queueId)
  return listUserOptions(cx.db, cx.now()).filter(({ queueIds }) => queueIds.includes(id))
}

export const queueRoutes = (http: AppHttp, { sessions }: Pick<Server, 'sessions'>) =>
  new Elysia({ prefix: '/queue' })
    .use(http)
    .get('/', ({ cx, actor, query }) => listQueues(cx.db, query.orderQuery).map((one) => shownTo(cx, actor, one)), {
      signedIn: true,
      query: t.Object({ orderQuery: t.Optional(t.Union(queueOrders.map((order) => t.Literal(order)))) }),
      response: { 200: v.array(QueueDetail), ...failures },
    })
    .get('/:id', ({ cx, actor, params }) => shownTo(cx, actor, summarizeQueue(findQueueOrFail(cx.db, params.id))), {
      signedIn: true,
      params: ById,
      response: { 200: QueueDetail, ...failures },
    })
    .post('/', ({ cx, actor, body }) => shownTo(cx, actor, summarizeQueue(addQueue(cx, body))), {
      allowed: 'queues-page:change',
      body: input(CreateQueue),
      response: { 200: QueueDetail, ...failures },
    })
    .put(
      '/:id',
      ({ cx, actor, params, body }) => shownTo(cx, actor, summarizeQueue(changeQueue(cx, params.id, body))),
      {
        allowed: 'queues-page:change',
        params: ById,
        body: input(UpdateQueue),
        response: { 200: QueueDetail, ...failures },
      },
    )
    .delete(
      '/:id',
      async ({ cx, actor, params }) => {
        await removeQueue(cx, actor, params.id)
        sessions.announceAll(cx)
        return done
      },
      {
        allowed: 'queues-page:change',
        params: ById,
        response: { 200: Done, ...failures },
      },
    )
    .get('/:id/users', ({ cx, params }) => peopleOf(cx, params.id), {
      signedIn: true,
      params: ById,
      response: { 200: v.array(UserOption), ...failures },
    })
    .put(
      '/:id/users',
      ({ cx, params, body }) => {
        changeQueue(cx, params.id, body)
        return peopleOf(cx, params.id)
      },
      {
        allowed: 'queues-page:change',
        params: ById,
        body: input(QueueUsers),
        response: { 200: v.array(UserOption), ...failures },
      },
    )
export type QueueRoutes = ReturnType<typeof queueRoutes>
