import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { AppHttp } from '../../access/gates'
import { can } from '../../access/permissions'
import { Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import { ById } from '../../platform/params'
import type { Sessions } from '../sessions/sessions'
import { createConnection, deleteConnection, updateConnection } from './actions'
import { ConnectionSummary, CreateConnection, OpenPairing, UpdateConnection } from './contract'
import { stopImport } from './import'
import { findConnectionOrFail, findVisibleConnection, listConnections, mayUseConnection, shownTo } from './queries'

export const connectionRoutes = (http: AppHttp, sessions: Sessions) =>
  new Elysia({ prefix: '/whatsapp' })
    .use(http)
    .get(
      '/',
      ({ cx, actor }) =>
        listConnections(cx.db)
          .filter(({ id }) => mayUseConnection(actor, id))
          .map((connection) => shownTo(actor, sessions.summarize(cx, connection))),
      {
        signedIn: true,
        response: { 200: v.array(ConnectionSummary), ...failures },
      },
    )
    .get(
      '/:id',
      ({ cx, actor, params }) => {
        const connection = findVisibleConnection(cx.db, actor, params.id)
        if (can(actor, 'connections-page:actionButtons')) sessions.keepPairing(cx, connection.id)
        return shownTo(actor, sessions.summarize(cx, connection))
      },
      {
        signedIn: true,
        params: ById,
        response: { 200: ConnectionSummary, ...failures },
      },
    )
    .post(
      '/',
      ({ cx, body }) => {
        const connection = createConnection(cx, body)
        sessions.announceAll(cx)
        return sessions.summarize(cx, connection)
      },
      {
        allowed: 'connections-page:addConnection',
        body: input(CreateConnection),
        response: { 200: ConnectionSummary, ...failures },
      },
    )
    .put(
      '/:id',
      ({ cx, params, body }) => {
        const connection = updateConnection(cx, params.id, body)
        sessions.announceAll(cx)
        return sessions.summarize(cx, connection)
      },
      {
        allowed: 'connections-page:editOrDeleteConnection',
        params: ById,
        body: input(UpdateConnection),
        response: { 200: ConnectionSummary, ...failures },
      },
    )
    .delete(
      '/:id',
      async ({ cx, params }) => {
        const { id } = findConnectionOrFail(cx.db, params.id)
        deleteConnection(cx, id)
        sessions.announceAll(cx)
        await sessions.forget(cx, id)
        return done
      },
      { allowed: 'connections-page:editOrDeleteConnection', params: ById, response: { 200: Done, ...failures } },
    )
    .delete(
      '/:id/import',
      ({ cx, params }) => {
        const connection = findConnectionOrFail(cx.db, params.id)
        if (stopImport(cx, connection.id)) sessions.announce(cx, connection)
        return sessions.summarize(cx, connection)
      },
      {
        allowed: 'connections-page:editOrDeleteConnection',
        params: ById,
        response: { 200: ConnectionSummary, ...failures },
      },
    )
export type ConnectionRoutes = ReturnType<typeof connectionRoutes>

/** The session of a connection: opened for pairing, opened anew, ended. */
export const sessionRoutes = (http: AppHttp, sessions: Sessions) =>
  new Elysia()
    .use(http)
    .post(
      '/whatsappsession/:id',
      async ({ cx, params, body }) => {
        const { id } = findConnectionOrFail(cx.db, params.id)
        await sessions.pair(cx, id, body?.number ? { by: 'code', number: body.number } : { by: 'qr' })
        return sessions.summarize(cx, findConnectionOrFail(cx.db, id))
      },
      {
        allowed: 'connections-page:actionButtons',
        params: ById,
        body: input(v.optional(OpenPairing)),
        response: { 200: ConnectionSummary, ...failures },
      },
    )
    .put(
      '/whatsappsession/:id',
      async ({ cx, params }) => {
        const { id } = findConnectionOrFail(cx.db, params.id)
        await sessions.pair(cx, id, { by: 'qr' })
        return sessions.summarize(cx, findConnectionOrFail(cx.db, id))
      },
      { allowed: 'connections-page:actionButtons', params: ById, response: { 200: ConnectionSummary, ...failures } },
    )
    .delete(
      '/whatsappsession/:id',
      async ({ cx, params }) => {
        const { id } = findConnectionOrFail(cx.db, params.id)
        await sessions.disconnect(cx, id)
        return sessions.summarize(cx, findConnectionOrFail(cx.db, id))
      },
      { allowed: 'connections-page:actionButtons', params: ById, response: { 200: ConnectionSummary, ...failures } },
    )
    .post(
      '/whatsapp-restart',
      async ({ cx }) => {
        await sessions.restartCompany(cx)
        return done
      },
      { allowed: 'connections-page:actionButtons', response: { 200: Done, ...failures } },
    )
export type SessionRoutes = ReturnType<typeof sessionRoutes>
