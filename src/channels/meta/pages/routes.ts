import { Elysia, t } from 'elysia'
import type { Cx } from '../../../platform/cx'
import { type AppHttp, failures } from '../../../platform/http'
import { input } from '../../../platform/input'
import type { RouteServices } from '../../../platform/module'
import { metaAddresses } from '../addresses'
import { operatorsApp } from '../app'
import { FinishSignIn, SignInStarted } from '../contract'
import { createSignIn, signInDeps } from '../sign-in'
import { type ConnectDeps, candidatesOf, connectAll, showPage } from './connect'
import { ChoosePages, ConnectPages, FoundPages, PagesConnected } from './contract'
import { createFileDoor } from './files'
import { findPages, type PersonsPages, pagePermissions } from './sign-in'

/** Each calls Meta several times. */
const SIGN_INS_A_MINUTE = 10
const PERMISSION = 'connections-page:addConnection'

const OfLink = t.Object({ link: t.String({ maxLength: 1_300 }), name: t.String({ maxLength: 400 }) })

export const pageRoutes = (http: AppHttp, services: RouteServices) => {
  const { claims, controlWrites, encryptionFor, meta, log, clock, auth, sessions, visitor } = services
  const app = () => operatorsApp(services)
  const deps: ConnectDeps = { claims, controlWrites, encryptionFor, meta, log, app, now: clock }
  const signing = signInDeps(services)
  const signIn = createSignIn(signing, { product: 'pages', find: (token) => findPages(signing, token) })
  const door = createFileDoor(services)
  const answered = (cx: Cx, { connected, refused }: Awaited<ReturnType<typeof connectAll>>) => {
    sessions.announceAll(cx)
    return { connected: connected.map(({ connectionId, ...one }) => ({ ...one, whatsappId: connectionId })), refused }
  }
  const allCandidates = ({ pages, facts }: PersonsPages) => pages.flatMap((page) => candidatesOf(page, facts))

  return new Elysia()
    .use(http)
    .post(
      '/facebook',
      async ({ cx, actor, body: { facebookUserId, facebookUserToken, addInstagram = false } }) => {
        const found = await findPages(signing, facebookUserToken, facebookUserId)
        const candidates = allCandidates(found).filter(({ channel }) => addInstagram || channel === 'facebook')
        const present = () => auth.stillHere(actor, PERMISSION)
        return answered(cx, await connectAll(cx, deps, present, { candidates, facts: found.facts }))
      },
      {
        detail: { summary: "Connect all pages of a person, by a token of Facebook's button" },
        allowed: PERMISSION,
        own: true,
        rateLimit: SIGN_INS_A_MINUTE,
        body: input(ConnectPages),
        response: { 200: PagesConnected, ...failures },
      },
    )
    .post(
      '/facebook/sign-in',
      ({ cx, actor, request, server }) => ({
        url: signIn.start(
          cx,
          actor,
          metaAddresses(services, visitor.originOf(request, server)).signIn,
          pagePermissions,
        ),
      }),
      {
        detail: { summary: 'Start signing in with Meta, to connect pages' },
        allowed: PERMISSION,
        own: true,
        rateLimit: SIGN_INS_A_MINUTE,
        response: { 200: SignInStarted, ...failures },
      },
    )
    .post(
      '/facebook/sign-in/finish',
      async ({ cx, actor, body }) => {
        const { key, person, pages, facts } = await signIn.finish(cx, actor, body)
        auth.stillHere(actor, PERMISSION)
        return { key, person, pages: await Promise.all(pages.map((page) => showPage(cx, claims, page, facts))) }
      },
      {
        detail: { summary: 'Finish signing in with Meta, and list the pages found' },
        allowed: PERMISSION,
        own: true,
        rateLimit: SIGN_INS_A_MINUTE,
        body: input(FinishSignIn),
        response: { 200: FoundPages, ...failures },
      },
    )
    .post(
      '/facebook/pages',
      async ({ cx, actor, body: { key, ids, queueIds } }) => {
        const found = signIn.take(cx, actor, key)
        const candidates = allCandidates(found).filter(({ id }) => ids.includes(id))
        const present = () => auth.stillHere(actor, PERMISSION)
        return answered(cx, await connectAll(cx, deps, present, { candidates, facts: found.facts, queueIds }))
      },
      {
        detail: { summary: 'Connect the pages and Instagram accounts that were chosen' },
        allowed: PERMISSION,
        own: true,
        rateLimit: SIGN_INS_A_MINUTE,
        body: input(ChoosePages),
        response: { 200: PagesConnected, ...failures },
      },
    )
    .get('/meta/files/:link/:name', ({ request }) => door.serve(request), {
      detail: { summary: 'Download a file that Meta is to deliver' },
      key: door.admit,
      params: OfLink,
    })
}
export type PageRoutes = ReturnType<typeof pageRoutes>
