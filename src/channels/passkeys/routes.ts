import { Elysia } from 'elysia'
import { fail } from '../../errors'
import { CONTROL } from '../../platform/gate'
import { type AppHttp, Done, done, failures, open, showsOnly } from '../../platform/http'
import { input } from '../../platform/input'
import { createAllowance } from '../../platform/limiter'
import type { RouteServices } from '../../platform/module'
import { ById } from '../../platform/params'
import { MINUTE } from '../../platform/time'
import { note } from '../connections/actions'
import { findConnection, findConnectionOrFail } from '../connections/queries'
import {
  AnswerByLink,
  AnswerPasskey,
  ConfirmByLink,
  ConfirmPasskey,
  LinkKey,
  LinkState,
  OpenedLink,
  OpenLink,
  PasskeyLink,
  PasskeyState,
} from './contract'

/** Tokens cannot be guessed, but attempts are limited anyway. */
const ATTEMPTS = { most: 30, window: 10 * MINUTE }

/** Routes for the person who links a number. */
export const passkeyRoutes = (http: AppHttp, { passkeys }: Pick<RouteServices, 'passkeys'>) =>
  new Elysia({ prefix: '/whatsappsession/:id/passkey' })
    .use(http)
    .get('/', ({ cx, actor, params }) => passkeys.stateFor(cx, actor, findConnectionOrFail(cx.db, params.id).id), {
      detail: { summary: 'Read how far linking with a passkey has come' },
      allowed: 'connections-page:actionButtons',
      own: true,
      params: ById,
      response: { 200: PasskeyState, ...failures },
    })
    .post(
      '/',
      ({ cx, actor, params, body: { credential } }) => {
        const { id } = findConnectionOrFail(cx.db, params.id)
        passkeys.answer(cx, actor, { id, credential })
        return passkeys.stateFor(cx, actor, id)
      },
      {
        detail: { summary: 'Begin linking with a passkey' },
        allowed: 'connections-page:actionButtons',
        own: true,
        plan: 'useWhatsapp',
        params: ById,
        body: input(AnswerPasskey),
        response: { 200: PasskeyState, ...failures },
      },
    )
    .post(
      '/confirm',
      ({ cx, actor, params, body: { same = true } }) => {
        const { id } = findConnectionOrFail(cx.db, params.id)
        passkeys.compare(cx, actor, { id, same })
        return done
      },
      {
        detail: { summary: 'Confirm linking with a passkey' },
        allowed: 'connections-page:actionButtons',
        own: true,
        plan: 'useWhatsapp',
        params: ById,
        body: input(ConfirmPasskey),
        response: { 200: Done, ...failures },
      },
    )
    .post(
      '/link',
      ({ cx, actor, params }) => {
        const connection = findConnectionOrFail(cx.db, params.id)
        const link = passkeys.share(cx, actor, connection.id)
        note(cx, actor, 'sharePasskey', connection)
        return link
      },
      {
        detail: { summary: "Make a link that hands on the passkey's request" },
        allowed: 'connections-page:actionButtons',
        own: true,
        plan: 'useWhatsapp',
        params: ById,
        response: { 200: PasskeyLink, ...failures },
      },
    )
    .delete(
      '/',
      ({ cx, actor, params }) => {
        passkeys.giveUp(cx, actor, findConnectionOrFail(cx.db, params.id).id)
        return done
      },
      {
        detail: { summary: 'Cancel linking with a passkey' },
        allowed: 'connections-page:actionButtons',
        own: true,
        params: ById,
        response: { 200: Done, ...failures },
      },
    )
export type PasskeyRoutes = ReturnType<typeof passkeyRoutes>

/** Routes for a visitor with a link, who is not signed in. */
export const passkeyLinkRoutes = (
  http: AppHttp,
  {
    passkeys,
    sessions,
    visitor,
    clock,
    cxOf,
  }: Pick<RouteServices, 'passkeys' | 'sessions' | 'visitor' | 'clock' | 'cxOf'>,
) => {
  const attempts = createAllowance(clock, ATTEMPTS)
  const shows = (request: Request, key: string) => {
    const company = passkeys.companyOf(key)
    showsOnly(request, ...(company === undefined ? [] : [company, CONTROL]))
  }
  return new Elysia({ prefix: '/passkey' })
    .use(http)
    .post(
      '/open',
      ({ body, request, server }) => {
        visitor.requireOwnOrigin(request, server)
        showsOnly(request)
        const wait = attempts.take(visitor.networkOf(request, server))
        if (wait > 0) fail('ERR_TOO_MANY_ATTEMPTS', { retryAfter: Math.ceil(wait / 1000) })
        const { key, ref } = passkeys.open(body.token, request.headers.get('user-agent')?.slice(0, 200) ?? null)
        showsOnly(request, ref.tenantUuid, CONTROL)
        const cx = cxOf(ref.tenantUuid)
        const connection = findConnection(cx.db, ref.connectionId)
        if (connection) sessions.announce(cx, connection)
        return { key }
      },
      {
        detail: { summary: "Open a link that hands on a passkey's request" },
        ...open,
        body: input(OpenLink),
        response: { 200: OpenedLink, ...failures },
      },
    )
    .post(
      '/state',
      ({ body, request, server }) => {
        visitor.requireOwnOrigin(request, server)
        shows(request, body.key)
        return passkeys.linkState(body.key)
      },
      {
        detail: { summary: "Read the state of a passkey's request" },
        ...open,
        body: input(LinkKey),
        response: { 200: LinkState, ...failures },
      },
    )
    .post(
      '/answer',
      ({ body: { key, credential }, request, server }) => {
        visitor.requireOwnOrigin(request, server)
        shows(request, key)
        passkeys.answerByLink(key, credential)
        return passkeys.linkState(key)
      },
      {
        detail: { summary: "Answer WhatsApp's demand for a passkey" },
        ...open,
        body: input(AnswerByLink),
        response: { 200: LinkState, ...failures },
      },
    )
    .post(
      '/confirm',
      ({ body: { key, same = true }, request, server }) => {
        visitor.requireOwnOrigin(request, server)
        shows(request, key)
        passkeys.compareByLink(key, same)
        return passkeys.linkState(key)
      },
      {
        detail: { summary: 'Confirm the linked phone' },
        ...open,
        body: input(ConfirmByLink),
        response: { 200: LinkState, ...failures },
      },
    )
}
export type PasskeyLinkRoutes = ReturnType<typeof passkeyLinkRoutes>
