import { Elysia } from 'elysia'
import * as v from 'valibot'
import { can, type Permission } from '../../access/permissions'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import { failures, type Http } from '../../platform/http'
import { ById } from '../../platform/params'
import type { Sessions } from '../sessions/sessions'
import { createConnection, deleteConnection, updateConnection } from './actions'
import { ConnectionSummary, CreateConnection, OpenPairing, UpdateConnection } from './contract'
import { stopImport } from './import'
import { findConnectionOrFail, findVisibleConnection, listConnections, mayUseConnection, shownTo } from './queries'

const Done = v.object({ ok: v.boolean() })
const demand = (actor: Actor, permission: Permission) => can(actor, permission) || fail('ERR_NO_PERMISSION')

export const connectionRoutes = (http: Http, sessions: Sessions) =>
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
      ({ cx, actor, body }) => {
        demand(actor, 'connections-page:addConnection')
        const connection = createConnection(cx, body)
        sessions.announceAll(cx)
        return sessions.summarize(cx, connection)
      },
      { signedIn: true, body: CreateConnection, response: { 200: ConnectionSummary, ...failures } },
    )
    .put(
      '/:id',
      ({ cx, actor, params, body }) => {
        demand(actor, 'connections-page:editOrDeleteConnection')
        const connection = updateConnection(cx, params.id, body)
        sessions.announceAll(cx)
        return sessions.summarize(cx, connection)
      },
      { signedIn: true, params: ById, body: UpdateConnection, response: { 200: ConnectionSummary, ...failures } },
    )
    .delete(
      '/:id',
      async ({ cx, actor, params }) => {
        demand(actor, 'connections-page:editOrDeleteConnection')
        const { id } = findConnectionOrFail(cx.db, params.id)
        deleteConnection(cx, id)
        sessions.announceAll(cx)
        await sessions.forget(cx, id)
        return { ok: true }
      },
      { signedIn: true, params: ById, response: { 200: Done, ...failures } },
    )
    .delete(
      '/:id/import',
      ({ cx, actor, params }) => {
        demand(actor, 'connections-page:editOrDeleteConnection')
        const connection = findConnectionOrFail(cx.db, params.id)
        if (stopImport(cx, connection.id)) sessions.announce(cx, connection)
        return sessions.summarize(cx, connection)
      },
      { signedIn: true, params: ById, response: { 200: ConnectionSummary, ...failures } },
    )
export type ConnectionRoutes = ReturnType<typeof connectionRoutes>

/** The session of a connection: opened for pairing, opened anew, ended. */
export const sessionRoutes = (http: Http, sessions: Sessions) =>
  new Elysia()
    .use(http)
    .post(
      '/whatsappsession/:id',
      async ({ cx, actor, params, body }) => {
        demand(actor, 'connections-page:actionButtons')
        const { id } = findConnectionOrFail(cx.db, params.id)
        await sessions.pair(cx, id, body?.number ? { by: 'code', number: body.number } : { by: 'qr' })
        return sessions.summarize(cx, findConnectionOrFail(cx.db, id))
      },
      {
        signedIn: true,
        params: ById,
        body: v.optional(OpenPairing),
        response: { 200: ConnectionSummary, ...failures },
      },
    )
    .put(
      '/whatsappsession/:id',
      async ({ cx, actor, params }) => {
        demand(actor, 'connections-page:actionButtons')
        const { id } = findConnectionOrFail(cx.db, params.id)
        await sessions.pair(cx, id, { by: 'qr' })
        return sessions.summarize(cx, findConnectionOrFail(cx.db, id))
      },
      { signedIn: true, params: ById, response: { 200: ConnectionSummary, ...failures } },
    )
    .delete(
      '/whatsappsession/:id',
      async ({ cx, actor, params }) => {
        demand(actor, 'connections-page:actionButtons')
        const { id } = findConnectionOrFail(cx.db, params.id)
        await sessions.disconnect(cx, id)
        return sessions.summarize(cx, findConnectionOrFail(cx.db, id))
      },
      { signedIn: true, params: ById, response: { 200: ConnectionSummary, ...failures } },
    )
    .post(
      '/whatsapp-restart',
      async ({ cx, actor }) => {
        demand(actor, 'connections-page:actionButtons')
        await sessions.restartCompany(cx)
        return { ok: true }
      },
      { signedIn: true, response: { 200: Done, ...failures } },
    )
export type SessionRoutes = ReturnType<typeof sessionRoutes>
