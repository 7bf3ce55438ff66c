import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { Server } from '../chapter'
import { fail } from '../errors'
import { Done, done, failures, open } from '../platform/http'
import { input } from '../platform/input'
import { ById, Flag, isOn, PageNumber, readPage, SearchText } from '../platform/params'
import { Credentials, Refresh, SignedIn, SignedInUser, UserOption, UserPage, UserSummary } from './contract'
import type { AppHttp } from './gates'
import { findUserOrFail, listUserOptions, listUsers, summarizeUser } from './people'
import { REFRESH_TOKEN_LIFE } from './sessions'

export const REFRESH_COOKIE = 'balcao_refresh'

export const authRoutes = (http: AppHttp, { auth, visitor, founding }: Pick<Server, 'auth' | 'visitor' | 'founding'>) =>
  new Elysia({ prefix: '/auth' })
    .use(http)
    .post(
      '/login',
      async ({ body, request, server, set }) => {
        visitor.demandOwnOrigin(request, server) // or another site could sign its visitor in to an account of its choice
        await founding
        const { refreshToken, ...signedIn } = await auth.signIn(body, visitor.networkOf(request, server))
        set.headers['set-cookie'] = visitor.cookie(request, server, refreshCookie(refreshToken))
        return signedIn
      },
      { ...open, body: input(Credentials), response: { 200: SignedIn, ...failures } },
    )
    .post(
      '/refresh_token',
      async ({ request, server, body, set }) => {
        visitor.demandOwnOrigin(request, server)
        const cookie = visitor.readCookie(request, REFRESH_COOKIE) ?? ''
        const use = { refreshToken: cookie, browser: body?.browser ?? null }
        const { refreshToken, ...signedIn } = await auth.refresh(use)
        set.headers['set-cookie'] = visitor.cookie(request, server, refreshCookie(refreshToken))
        return signedIn
      },
      { ...open, body: input(v.optional(Refresh)), response: { 200: SignedIn, ...failures } },
    )
    .delete(
      '/logout',
      async ({ request, server, set }) => {
        await auth.signOut(visitor.bearerOf(request))
        set.headers['set-cookie'] = visitor.cookie(request, server, { name: REFRESH_COOKIE, value: '', life: 0 })
        return done
      },
      { response: { 200: Done, ...failures } },
    )
    .get('/me', ({ cx, actor }) => ({ user: auth.me(cx, actor) }), {
      signedIn: true,
      response: { 200: v.object({ user: SignedInUser }), ...failures },
    })

const refreshCookie = (value: string) => ({ name: REFRESH_COOKIE, value, life: REFRESH_TOKEN_LIFE })

export const userRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/users' })
    .use(http)
    .get(
      '/',
      ({ cx, query }) =>
        listUsers(cx, {
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
      signedIn: true,
      response: { 200: v.array(UserOption), ...failures },
    })
    .get(
      '/:id',
      ({ cx, actor, params }) =>
        actor.profile === 'user' && actor.userId !== params.id
          ? fail('ERR_NO_USER_FOUND')
          : summarizeUser(cx, findUserOrFail(cx.db, params.id)),
      { signedIn: true, params: ById, response: { 200: UserSummary, ...failures } },
    )
export type UserRoutes = ReturnType<typeof userRoutes>
