import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../actor'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { type AppHttp, Done, done, failures } from '../platform/http'
import { input } from '../platform/input'
import type { RouteServices } from '../platform/module'
import { ById } from '../platform/params'
import { UserOption } from '../users/contract'
import { asReceived, fileRoutes } from '../users/file-routes'
import { listUserOptions } from '../users/people'
import { can } from '../users/permissions'
import { changeQueue, createQueue, deleteQueue, lookUp, orderQueues, putQueueFile, renewToken } from './actions'
import {
  CreateQueue,
  OrderQueues,
  QUEUE_FILE_LIMIT,
  QueueDetail,
  QueueOrderGiven,
  QueuePlaces,
  type QueueSummary,
  QueueToken,
  QueueUsers,
  queueOrders,
  UpdateQueue,
} from './contract'
import { queueErrors } from './errors'
import { CreateOption, OptionTree, QueueOption, SavedOptions, SaveOptions, UpdateOption } from './options/contract'
import { addOption, changeOption, putOptionFile, removeOption, saveOptions } from './options/save'
import { treeOf } from './options/tree'
import {
  countersOf,
  findOption,
  findOptionOrFail,
  findQueueOrFail,
  listOptions,
  listQueues,
  summarizeQueue,
} from './queries'
import type { Queue } from './tables'

const shownTo = (cx: Cx, actor: Actor, queue: QueueSummary): QueueDetail => ({
  ...queue,
  figures: can(actor, 'queues-page:change') ? countersOf(cx.db, queue.id) : null,
})

function peopleOf(cx: Cx, queueId: number): UserOption[] {
  const { id } = findQueueOrFail(cx.db, queueId)
  return listUserOptions(cx.db, cx.now()).filter(({ queueIds }) => queueIds.includes(id))
}

type Deps = Pick<RouteServices, 'auth' | 'sessions' | 'uploadTargetOf' | 'folderOf' | 'encryptionFor' | 'outsideAllow'>

/** The stored columns of a file. */
type StoredMedia = Pick<Queue, 'mediaFile' | 'mediaType' | 'mediaName'>
const fileOf = ({ mediaFile: file, mediaType: mimetype, mediaName: name }: StoredMedia) => ({ file, mimetype, name })

export const queueRoutes = (http: AppHttp, server: Deps) =>
  new Elysia({ prefix: '/queue' })
    .use(http)
    .get('/', ({ cx, actor, query }) => listQueues(cx.db, query.orderQuery).map((one) => shownTo(cx, actor, one)), {
      detail: { summary: 'List queues' },
      signedIn: true,
      query: t.Object({ orderQuery: t.Optional(t.Union(queueOrders.map((order) => t.Literal(order)))) }),
      response: { 200: v.array(QueueDetail), ...failures },
    })
    .get('/:id', ({ cx, actor, params }) => shownTo(cx, actor, summarizeQueue(findQueueOrFail(cx.db, params.id))), {
      signedIn: true,
      params: ById,
      response: { 200: QueueDetail, ...failures },
    })
    .post(
      '/',
      async ({ cx, actor, body, request }) => {
        const found = await lookUp({ ...server, left: request.signal }, cx, null, body)
        const here = server.auth.stillHere(actor, 'queues-page:change')
        return shownTo(cx, here, summarizeQueue(createQueue(cx, here, body, found)))
      },
      {
        allowed: 'queues-page:change',
        body: input(CreateQueue),
        response: { 200: QueueDetail, ...failures },
      },
    )
    .put(
      '/:id',
      async ({ cx, actor, params: { id }, body, request }) => {
        const found = await lookUp({ ...server, left: request.signal }, cx, id, body)
        const here = server.auth.stillHere(actor, 'queues-page:change')
        return shownTo(cx, here, summarizeQueue(changeQueue(cx, here, id, body, found)))
      },
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
        await deleteQueue(cx, actor, params.id)
        server.sessions.announceAll(cx)
        return done
      },
      {
        allowed: 'queues-page:change',
        params: ById,
        response: { 200: Done, ...failures },
      },
    )
    .get('/:id/users', ({ cx, params }) => peopleOf(cx, params.id), {
      detail: { summary: 'List the users of a queue' },
      signedIn: true,
      params: ById,
      response: { 200: v.array(UserOption), ...failures },
    })
    .put(
      '/:id/users',
      ({ cx, actor, params, body }) => {
        changeQueue(cx, actor, params.id, body)
        return peopleOf(cx, params.id)
      },
      {
        detail: { summary: 'Change the users of a queue' },
        allowed: 'queues-page:change',
        params: ById,
        body: input(QueueUsers),
        response: { 200: v.array(UserOption), ...failures },
      },
    )
    .post('/order', ({ cx, actor, body }) => orderQueues(cx, actor, body.ids), {
      detail: { summary: 'Order queues' },
      allowed: 'queues-page:change',
      body: input(OrderQueues),
      response: { 200: QueuePlaces, ...failures },
    })
    .post('/:id/token', ({ cx, actor, params }) => ({ token: renewToken(cx, actor, params.id) }), {
      detail: { summary: 'Renew the token of a queue' },
      allowed: 'queues-page:change',
      own: true,
      params: ById,
      response: { 200: QueueToken, ...failures },
    })
    .use(
      fileRoutes(http, server, {
        of: "a queue's greeting",
        at: '/:id/media-upload',
        limit: QUEUE_FILE_LIMIT,
        mayChange: 'queues-page:change',
        answer: QueueDetail,
        find: (cx, _actor, id) => fileOf(findQueueOrFail(cx.db, id)),
        requireChangeable: (cx, _actor, id) => findQueueOrFail(cx.db, id),
        prepare: asReceived,
        put: (cx, actor, id, file) => shownTo(cx, actor, summarizeQueue(putQueueFile(cx, actor, id, file))),
      }),
    )
    .put(
      '/:id/options',
      ({ cx, actor, params, body }) => ({ options: saveOptions(cx, actor, params.id, body.options) }),
      {
        detail: { summary: 'Change the options of a queue' },
        allowed: 'queues-page:change',
        params: ById,
        body: input(SaveOptions),
        response: { 200: SavedOptions, ...failures },
      },
    )
/** The specification's path of `POST /queue/order`. */
export const queueOrderRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/queues' }).use(http).post(
    '/order',
    ({ cx, actor, body: { queueOrder } }) =>
      orderQueues(
        cx,
        actor,
        queueOrder.map((one) => (typeof one === 'number' ? one : one.id)),
      ),
    {
      detail: { summary: 'Order queues' },
      allowed: 'queues-page:change',
      body: input(QueueOrderGiven),
      response: { 200: QueuePlaces, ...failures },
    },
  )

export type QueueRoutes = ReturnType<typeof queueRoutes>

/** `parentId` -1 means the root, as does an absent one. */
const OfQueue = t.Object({
  queueId: t.String({ pattern: '^[1-9][0-9]{0,15}$' }),
  parentId: t.Optional(t.String({ pattern: '^(-1|[1-9][0-9]{0,15})?$' })),
})

export const queueOptionRoutes = (http: AppHttp, server: Deps) =>
  new Elysia({ prefix: '/queue-options' })
    .use(http)
    .get('/', ({ cx, query }) => optionsBelow(cx, Number(query.queueId), Number(query.parentId || -1)), {
      detail: { summary: 'List the options of a queue' },
      signedIn: true,
      query: OfQueue,
      response: { 200: v.array(OptionTree), ...failures },
    })
    .post('/', ({ cx, actor, body }) => addOption(cx, actor, body), {
      allowed: 'queues-page:change',
      body: input(CreateOption),
      response: { 200: QueueOption, ...failures },
    })
    .put('/:id', ({ cx, actor, params, body }) => changeOption(cx, actor, params.id, body), {
      allowed: 'queues-page:change',
      params: ById,
      body: input(UpdateOption),
      response: { 200: QueueOption, ...failures },
    })
    .delete(
      '/:id',
      ({ cx, actor, params }) => {
        removeOption(cx, actor, params.id)
        return done
      },
      { allowed: 'queues-page:change', params: ById, response: { 200: Done, ...failures } },
    )
    .use(
      fileRoutes(http, server, {
        of: 'a queue option',
        at: '/:id/file',
        limit: QUEUE_FILE_LIMIT,
        mayChange: 'queues-page:change',
        answer: QueueOption,
        find: (cx, _actor, id) => fileOf(findOptionOrFail(cx.db, id)),
        requireChangeable: (cx, _actor, id) => findOptionOrFail(cx.db, id),
        prepare: asReceived,
        put(cx, actor, id, file) {
          putOptionFile(cx, actor, id, file)
          return findOption(cx.db, id)
        },
      }),
    )
export type QueueOptionRoutes = ReturnType<typeof queueOptionRoutes>

function optionsBelow(cx: Cx, queueId: number, parentId: number) {
  findQueueOrFail(cx.db, queueId)
  const options = listOptions(cx.db, queueId)
  if (parentId > 0 && !options.some(({ id }) => id === parentId)) fail(queueErrors.ERR_NO_QUEUE_OPTION_FOUND)
  return treeOf(options, parentId > 0 ? parentId : null)
}
