import { Elysia } from 'elysia'
import * as v from 'valibot'
import { refuseSupport } from '../../actor'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { ById } from '../../platform/params'
import { asReceived, fileRoutes } from '../../users/file-routes'
import { listAccessTo } from '../../users/people'
import { can, mayUseConnection } from '../../users/permissions'
import { phoneMeant } from '../dialing'
import { connectOfficial, renewOfficial } from '../meta/cloud/connect'
import { requireInPlan } from '../plan'
import { changeConnection, createConnection, deleteConnection, note, renewToken } from './actions'
import { stopImport } from './backfill'
import {
  ConnectionDetails,
  ConnectionHealth,
  ConnectionSummary,
  ConnectionToken,
  CreateConnection,
  CreatedConnection,
  CreateOfficial,
  GREETING_FILE_LIMIT,
  OpenPairing,
  UpdateConnection,
} from './contract'
import { greetingFileOf, setGreetingMedia } from './greeting-media'
import { healthOf } from './health'
import {
  findConnectionOrFail,
  findVisibleConnection,
  listConnections,
  mayPair,
  queuesOfConnection,
  shownTo,
} from './queries'

type Deps = Pick<
  RouteServices,
  | 'sessions'
  | 'auth'
  | 'claims'
  | 'controlWrites'
  | 'folderOf'
  | 'uploadTargetOf'
  | 'meta'
  | 'databases'
  | 'encryptionFor'
  | 'publicUrl'
  | 'operatorSettings'
  | 'log'
  | 'visitor'
>

export const connectionRoutes = (http: AppHttp, server: Deps) => {
  const { sessions } = server
  return new Elysia({ prefix: '/whatsapp' })
    .use(http)
    .get(
      '/',
      ({ cx, actor }) =>
        listConnections(cx.db)
          .filter(({ id }) => mayUseConnection(actor, id))
          .map((connection) => shownTo(actor, sessions.summarize(cx, connection))),
      {
        detail: { summary: 'List connections' },
        signedIn: true,
        response: { 200: v.array(ConnectionSummary), ...failures },
      },
    )
    .get(
      '/:id',
      ({ cx, actor, params }) => {
        const connection = findVisibleConnection(cx.db, actor, params.id)
        if (mayPair(actor)) sessions.keepPairing(cx, connection.id)
        return {
          ...shownTo(actor, sessions.summarize(cx, connection)),
          queues: queuesOfConnection(cx.db, connection.id),
          users: can(actor, 'user-modal:connectionAccess') ? listAccessTo(cx.db, connection.id) : [],
        }
      },
      {
        detail: { summary: 'Read a connection' },
        signedIn: true,
        params: ById,
        response: { 200: ConnectionDetails, ...failures },
      },
    )
    .post(
      '/',
      async ({ cx, actor, body, request, server: listening }) => {
        if (body.channel !== 'whatsapp_cloud') {
          requireInPlan(cx, 'whatsapp')
          const connection = createConnection(cx, body, actor)
          sessions.announceAll(cx)
          return sessions.summarize(cx, connection)
        }
        const { channel: _, ...input } = body
        const origin = server.visitor.originOf(request, listening)
        const { connection, webhook } = await connectOfficial(server, cx, input, {
          doer: () => server.auth.stillHere(actor, 'connections-page:addConnection'),
          origin,
        })
        sessions.announceAll(cx)
        return { ...sessions.summarize(cx, connection), webhook }
      },
      {
        detail: { summary: 'Create a connection' },
        allowed: 'connections-page:addConnection',
        own: true,
        plan: 'useWhatsapp',
        body: input(v.variant('channel', [CreateOfficial, CreateConnection])),
        response: { 200: CreatedConnection, ...failures },
      },
    )
    .put(
      '/:id',
      async ({ cx, actor, params, body: { accessToken, appSecret, verifyToken, ...body } }) => {
        if (accessToken !== undefined || appSecret !== undefined || verifyToken !== undefined) {
          refuseSupport(actor)
          await renewOfficial(server, cx, params.id, { accessToken, appSecret, verifyToken })
          server.auth.stillHere(actor)
        }
        const connection = changeConnection(cx, params.id, body, actor)
        sessions.announceAll(cx)
        return shownTo(actor, sessions.summarize(cx, connection))
      },
      {
        detail: { summary: 'Change a connection' },
        allowed: 'connections-page:editOrDeleteConnection',
        params: ById,
        body: input(UpdateConnection),
        response: { 200: ConnectionSummary, ...failures },
      },
    )
    .delete(
      '/:id',
      async ({ cx, actor, params }) => {
        const { id } = findConnectionOrFail(cx.db, params.id)
        deleteConnection(cx, id, actor)
        sessions.announceAll(cx)
        await sessions.forget(cx, id)
        return done
      },
      {
        detail: { summary: 'Delete a connection' },
        allowed: 'connections-page:editOrDeleteConnection',
        own: true,
        params: ById,
        response: { 200: Done, ...failures },
      },
    )
    .delete(
      '/:id/import',
      ({ cx, actor, params }) => {
        const connection = findConnectionOrFail(cx.db, params.id)
        if (stopImport(cx, connection.id)) {
          note(cx, actor, 'stopImport', connection)
          sessions.announce(cx, connection)
        }
        return sessions.summarize(cx, connection)
      },
      {
        detail: { summary: "Stop the import of a phone's history" },
        allowed: 'connections-page:editOrDeleteConnection',
        own: true,
        params: ById,
        response: { 200: ConnectionSummary, ...failures },
      },
    )
    .get(
      '/:id/health',
      ({ cx, params }) => {
        const connection = findConnectionOrFail(cx.db, params.id)
        return healthOf(cx, connection, sessions.summarize(cx, connection))
      },
      {
        detail: { summary: 'Read the health of a connection' },
        allowed: 'connections-page:actionButtons',
        params: ById,
        response: { 200: ConnectionHealth, ...failures },
      },
    )
    .post(
      '/:id/token',
      ({ cx, actor, params }) => {
        const { id } = findConnectionOrFail(cx.db, params.id)
        const token = renewToken(cx, actor, id)
        sessions.announce(cx, findConnectionOrFail(cx.db, id))
        return { token }
      },
      {
        detail: { summary: 'Renew the token of a connection' },
        allowed: 'connections-page:editOrDeleteConnection',
        own: true,
        params: ById,
        response: { 200: ConnectionToken, ...failures },
      },
    )
    .use(
      fileRoutes(http, server, {
        of: "a connection's greeting",
        at: '/:id/media-upload',
        limit: GREETING_FILE_LIMIT,
        mayChange: 'connections-page:editOrDeleteConnection',
        answer: ConnectionSummary,
        find: (cx, actor, id) => greetingFileOf(findVisibleConnection(cx.db, actor, id)),
        requireChangeable: (cx, _actor, id) => findConnectionOrFail(cx.db, id),
        prepare: asReceived,
        put(cx, actor, id, file) {
          const connection = setGreetingMedia(cx, actor, id, file)
          sessions.announce(cx, connection)
          return shownTo(actor, sessions.summarize(cx, connection))
        },
      }),
    )
}
export type ConnectionRoutes = ReturnType<typeof connectionRoutes>

/** Session of a connection: open for pairing, reopen, end. */
export const sessionRoutes = (http: AppHttp, { sessions, passkeys }: Pick<RouteServices, 'sessions' | 'passkeys'>) =>
  new Elysia()
    .use(http)
    .post(
      '/whatsappsession/:id',
      async ({ cx, actor, params, body }) => {
        const connection = findConnectionOrFail(cx.db, params.id)
        const { id, channel } = connection
        requireInPlan(cx, channel)
        passkeys.begins(cx, actor, id)
        await sessions.pair(cx, id, body?.number ? { by: 'code', number: phoneMeant(cx, body.number) } : { by: 'qr' })
        note(cx, actor, 'pair', connection)
        return sessions.summarize(cx, findConnectionOrFail(cx.db, id))
      },
      {
        detail: { summary: 'Link a connection by QR code or number' },
        allowed: 'connections-page:actionButtons',
        own: true,
        params: ById,
        body: input(v.optional(OpenPairing)),
        response: { 200: ConnectionSummary, ...failures },
      },
    )
    .put(
      '/whatsappsession/:id',
      async ({ cx, actor, params }) => {
        const connection = findConnectionOrFail(cx.db, params.id)
        const { id, channel } = connection
        requireInPlan(cx, channel)
        passkeys.begins(cx, actor, id)
        await sessions.pair(cx, id, { by: 'qr' })
        note(cx, actor, 'reconnect', connection)
        return sessions.summarize(cx, findConnectionOrFail(cx.db, id))
      },
      {
        detail: { summary: 'Link a connection anew by QR code' },
        allowed: 'connections-page:actionButtons',
        own: true,
        params: ById,
        response: { 200: ConnectionSummary, ...failures },
      },
    )
    .delete(
      '/whatsappsession/:id',
      async ({ cx, actor, params }) => {
        const connection = findConnectionOrFail(cx.db, params.id)
        const { id } = connection
        await sessions.disconnect(cx, id)
        note(cx, actor, 'disconnect', connection)
        return sessions.summarize(cx, findConnectionOrFail(cx.db, id))
      },
      {
        detail: { summary: 'Disconnect a connection' },
        allowed: 'connections-page:actionButtons',
        own: true,
        params: ById,
        response: { 200: ConnectionSummary, ...failures },
      },
    )
    .post(
      '/whatsapp-restart',
      async ({ cx, actor }) => {
        await sessions.restartCompany(cx)
        note(cx, actor, 'restart', { id: null, name: '' })
        return done
      },
      {
        detail: { summary: 'Restart all connections' },
        allowed: 'connections-page:actionButtons',
        response: { 200: Done, ...failures },
      },
    )
export type SessionRoutes = ReturnType<typeof sessionRoutes>
