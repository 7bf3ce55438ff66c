import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../actor'
import { findConnectionOrFail } from '../channels/connections/queries'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { CONTROL } from '../platform/gate'
import { type AppHttp, Done, done, failures, open, showsOnly } from '../platform/http'
import { input } from '../platform/input'
import type { RouteServices } from '../platform/module'
import { ById, Flag, isOn, PageNumber, readPage, SearchText } from '../platform/params'
import { findQueueOrFail } from '../queues/queries'
import { changeUser, createUser, deleteUser, finishLeaving } from './actions'
import { countPrivateQuickMessages } from './belongings'
import {
  CreateUser,
  Credentials,
  Refresh,
  SignedIn,
  SignedInUser,
  UpdateUser,
  UserAccess,
  UserDetail,
  UserOption,
  UserPage,
  UserSummary,
} from './contract'
import { requireFreeEmail } from './emails'
import { hashPassword } from './password'
import {
  connectionIdsOf,
  countOpenTickets,
  findUserSeen,
  listAccessTo,
  listUserOptions,
  listUsers,
  summarizeUser,
} from './people'
import { can } from './permissions'
import { REFRESH_TOKEN_LIFE } from './sessions'
import { needsOldPassword, requireMayChange, requireMayCreate, requireMayDelete } from './user'

export const REFRESH_COOKIE = 'balcao_refresh'

export const authRoutes = (
  http: AppHttp,
  { auth, visitor, bootstrap }: Pick<RouteServices, 'auth' | 'visitor' | 'bootstrap'>,
) =>
  new Elysia({ prefix: '/auth' })
    .use(http)
    .post(
      '/login',
      async ({ body, request, server, set }) => {
        visitor.requireOwnOrigin(request, server) // prevents login CSRF
        await bootstrap
        showsOnly(request, ...(await isThere(auth.companyOfEmail(body.email))), CONTROL) // refusals, too
        const { refreshToken, ...signedIn } = await auth.signIn(body, visitor.networkOf(request, server))
        set.headers['set-cookie'] = visitor.cookie(request, server, refreshCookie(refreshToken))
        return signedIn
      },
      { detail: { summary: 'Sign in' }, ...open, body: input(Credentials), response: { 200: SignedIn, ...failures } },
    )
    .post(
      '/refresh_token',
      async ({ request, server, body, set }) => {
        visitor.requireOwnOrigin(request, server)
        const cookie = visitor.readCookie(request, REFRESH_COOKIE) ?? ''
        const use = { refreshToken: cookie, browser: body?.browser ?? null }
        showsOnly(request, ...(await isThere(auth.companyOfCookie(cookie))), CONTROL)
        const { refreshToken, ...signedIn } = await auth.refresh(use)
        set.headers['set-cookie'] = visitor.cookie(request, server, refreshCookie(refreshToken))
        return signedIn
      },
      {
        detail: { summary: "Renew the token with the session's cookie" },
        ...open,
        body: input(v.optional(Refresh)),
        response: { 200: SignedIn, ...failures },
      },
    )
    .delete(
      '/logout',
      async ({ request, server, set }) => {
        await auth.signOut(visitor.bearerOf(request))
        set.headers['set-cookie'] = visitor.cookie(request, server, { name: REFRESH_COOKIE, value: '', life: 0 })
        return done
      },
      { detail: { summary: 'Sign out' }, response: { 200: Done, ...failures } },
    )
    .get('/me', ({ cx, actor }) => ({ user: auth.me(cx, actor) }), {
      detail: { summary: 'Read the signed-in user' },
      signedIn: true,
      whileOverdue: true,
      response: { 200: v.object({ user: SignedInUser }), ...failures },
    })

const isThere = async (company: string | undefined | Promise<string | undefined>): Promise<string[]> => {
  const uuid = await company
  return uuid === undefined ? [] : [uuid]
}

export const refreshCookie = (value: string) => ({ name: REFRESH_COOKIE, value, life: REFRESH_TOKEN_LIFE })

/** Requires newly assigned queues and connections to exist. */
function requireLinks(
  cx: Cx,
  input: Pick<UpdateUser, 'queueIds' | 'whatsappId' | 'connectionAccess'>,
  before?: UserSummary,
) {
  for (const id of input.queueIds ?? []) findQueueOrFail(cx.db, id)
  if (input.whatsappId != null && input.whatsappId !== before?.whatsappId) findConnectionOrFail(cx.db, input.whatsappId)
  for (const id of input.connectionAccess ?? [])
    if (!before?.connectionAccess.includes(id)) findConnectionOrFail(cx.db, id)
}

export const userRoutes = (http: AppHttp, { auth, claims }: Pick<RouteServices, 'auth' | 'claims'>) =>
  new Elysia({ prefix: '/users' })
    .use(http)
    .get(
      '/',
      ({ cx, actor, query }) =>
        listUsers(cx, actor, {
          search: query.searchParam ?? '',
          active: query.active ? isOn(query.active) : null,
          page: readPage(query.pageNumber),
        }),
      {
        allowed: 'users-page:view',
        query: t.Object({ searchParam: SearchText, pageNumber: PageNumber, active: Flag }),
        response: { 200: UserPage, ...failures },
      },
    )
    .get('/list', ({ cx }) => listUserOptions(cx.db, cx.now()), {
      detail: { summary: 'List users to choose from' },
      signedIn: true,
      response: { 200: v.array(UserOption), ...failures },
    })
    .get(
      '/:id',
      ({ cx, actor, params }) => {
        const user = findUserSeen(cx.db, actor, params.id)
        return {
          ...summarizeUser(cx, user),
          openTickets: countOpenTickets(cx.db, user.id),
          privateQuickMessages: can(actor, 'users-page:change') ? countPrivateQuickMessages(cx, user.id) : 0,
        }
      },
      { signedIn: true, params: ById, response: { 200: UserDetail, ...failures } },
    )
    .post(
      '/',
      async ({ cx, actor, body }) => {
        requireMayCreate(actor, body)
        requireLinks(cx, body)
        requireFreeEmail(cx.db, body.email)
        const hash = await hashPassword(body.password)
        return summarizeUser(cx, await createUser({ cx, claims, doer: actor }, body, hash))
      },
      { allowed: 'users-page:change', own: true, body: input(CreateUser), response: { 200: UserSummary, ...failures } },
    )
    .put(
      '/:id',
      async ({ cx, actor, params, body }) => {
        const known = findUserSeen(cx.db, actor, params.id)
        const before = summarizeUser(cx, known)
        requireMayChange(actor, before, body)
        requireLinks(cx, body, before)
        if (needsOldPassword(actor, before, body)) await auth.prove(known, body.oldPassword ?? '')
        const hash = body.password === undefined ? null : await hashPassword(body.password)
        const user = await changeUser({ cx, claims, doer: actor }, params.id, body, hash)
        const who = { companyId: cx.tenant.id, userId: user.id }
        if (!user.active) auth.revoke(who, 'blocked')
        else if (hash !== null && user.id !== actor.userId) auth.revoke(who, 'revoked')
        if (!user.active) await finishLeaving(cx, actor, user)
        return summarizeUser(cx, user)
      },
      { signedIn: true, own: true, params: ById, body: input(UpdateUser), response: { 200: UserSummary, ...failures } },
    )
    .delete(
      '/:id',
      async ({ cx, actor, params }) => {
        const user = findUserSeen(cx.db, actor, params.id)
        requireMayDelete(actor, summarizeUser(cx, user))
        await deleteUser({ cx, claims, doer: actor }, user.id)
        auth.revoke({ companyId: cx.tenant.id, userId: user.id }, 'blocked')
        await finishLeaving(cx, actor, user)
        return done
      },
      { allowed: 'users-page:change', own: true, params: ById, response: { 200: Done, ...failures } },
    )
export type UserRoutes = ReturnType<typeof userRoutes>

/** Users' access to connections, if the company restricts channels. Admins can use all. */
export const accessRoutes = (http: AppHttp, { claims }: Pick<RouteServices, 'claims'>) => {
  const change = async (cx: Cx, actor: Actor, { userId, connectionId }: UserAccess, isGranted: boolean) => {
    const user = findUserSeen(cx.db, actor, userId)
    findConnectionOrFail(cx.db, connectionId)
    if (!user.active) fail('ERR_INACTIVE_ACCESS')
    const others = connectionIdsOf(cx.db, userId).filter((id) => id !== connectionId)
    const connectionAccess = isGranted ? [...others, connectionId] : others
    await changeUser({ cx, claims, doer: actor }, userId, { connectionAccess }, null)
    return done
  }
  const listed = { 200: v.array(UserAccess), ...failures }
  return new Elysia({ prefix: '/user-access' })
    .use(http)
    .post('/', ({ cx, actor, body }) => change(cx, actor, body, true), {
      detail: { summary: 'Let a user use a connection' },
      allowed: 'user-modal:connectionAccess',
      own: true,
      body: input(UserAccess),
      response: { 200: Done, ...failures },
    })
    .post('/delete-connection-by-user', ({ cx, actor, body }) => change(cx, actor, body, false), {
      detail: { summary: 'Stop a user from using a connection' },
      allowed: 'user-modal:connectionAccess',
      own: true,
      body: input(UserAccess),
      response: { 200: Done, ...failures },
    })
    .get(
      '/list-by-connection/:id',
      ({ cx, params }) => {
        const { id: connectionId } = findConnectionOrFail(cx.db, params.id)
        return listAccessTo(cx.db, connectionId).map(({ id }) => ({ userId: id, connectionId }))
      },
      {
        detail: { summary: 'List who may use a connection' },
        allowed: 'user-modal:connectionAccess',
        params: ById,
        response: listed,
      },
    )
    .get(
      '/list-by-user/:id',
      ({ cx, actor, params }) => {
        const { id: userId } = findUserSeen(cx.db, actor, params.id)
        return connectionIdsOf(cx.db, userId).map((connectionId) => ({ userId, connectionId }))
      },
      {
        detail: { summary: 'List the connections that a user may use' },
        allowed: 'user-modal:connectionAccess',
        params: ById,
        response: listed,
      },
    )
}
export type AccessRoutes = ReturnType<typeof accessRoutes>
