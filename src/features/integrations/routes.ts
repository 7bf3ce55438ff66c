import { Elysia, t } from 'elysia'
import { fail } from '../../errors'
import { serveFile } from '../../platform/files'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { fits, needleOf } from '../../platform/needle'
import { listingOf, pageOf } from '../../platform/pages'
import { ById, PageNumber, readPage, SearchText } from '../../platform/params'
import { changeIntegration, createIntegration, deleteIntegration, replaceSecret } from './actions'
import {
  CreateIntegration,
  changeIntegrations,
  IntegrationCalls,
  IntegrationWithSecret,
  QueueIntegration,
  QueueIntegrationPage,
  seeIntegrations,
  TestReply,
  TestSession,
  TriedTurn,
  UpdateIntegration,
} from './contract'
import { testSession } from './dialogflow/dry-run'
import { tryTurn } from './dry-run'
import { createFileDoor, FILE_LINKS } from './file-links'
import { findIntegrationOrFail, listCalls, listIntegrations, showIntegration } from './queries'

const ListQuery = t.Object({ searchParam: SearchText, pageNumber: PageNumber })
const OfLink = t.Object({ link: t.String({ maxLength: 400 }), name: t.String({ maxLength: 200 }) })
/** Calls of other servers and secrets: more than anybody needs by hand. */
const BY_HAND_A_MINUTE = 30

export const integrationRoutes = (http: AppHttp, services: RouteServices) => {
  const { encryptionFor, outsideAllow, integrations, auth, closing, databases, clock, cxOf, folderOf } = services
  const deps = { encryption: encryptionFor('integrations'), allowed: outsideAllow }
  const door = createFileDoor({ databases, clock, cxOf, encryption: encryptionFor(FILE_LINKS) })
  const files = new Elysia({ prefix: '/bot-files' }).use(http).get(
    '/:link/:name',
    async ({ request }) => {
      const { uuid, ...file } = door.fileOf(request)
      const answer = (await serveFile(request, { ...file, folder: folderOf(uuid) })) ?? fail('ERR_NO_MEDIA_FOUND')
      // Other sites show it, such as the pages of a bot; search engines do not.
      answer.headers.set('cross-origin-resource-policy', 'cross-origin')
      answer.headers.set('x-robots-tag', 'noindex')
      answer.headers.set('referrer-policy', 'no-referrer')
      return answer
    },
    { detail: { summary: 'Download the file of a contact that was given to a bot' }, key: door.admit, params: OfLink },
  )
  const routes = new Elysia({ prefix: '/queue-integration' })
    .use(http)
    .get(
      '/',
      ({ cx, query }) => {
        const needle = needleOf(query.searchParam ?? '')
        const all = listIntegrations(cx.db).filter(({ name, urlIntegration }) => fits(needle, name, urlIntegration))
        const { rows, count, hasMore } = pageOf(listingOf(all), readPage(query.pageNumber))
        return { queueIntegrations: rows.map((row) => showIntegration(cx, row)), count, hasMore }
      },
      {
        detail: { summary: 'List the integrations of the company' },
        allowed: seeIntegrations,
        query: ListQuery,
        response: { 200: QueueIntegrationPage, ...failures },
      },
    )
    .get('/:id', ({ cx, params }) => showIntegration(cx, findIntegrationOrFail(cx.db, params.id)), {
      allowed: seeIntegrations,
      params: ById,
      response: { 200: QueueIntegration, ...failures },
    })
    .post(
      '/',
      ({ cx, actor, body }) => {
        const { row, secret } = createIntegration(deps, cx, actor, body)
        return { ...showIntegration(cx, row), secret }
      },
      {
        allowed: changeIntegrations,
        own: true,
        body: input(CreateIntegration),
        response: { 200: IntegrationWithSecret, ...failures },
      },
    )
    .put(
      '/:id',
      ({ cx, actor, params, body }) => showIntegration(cx, changeIntegration(deps, cx, actor, params.id, body)),
      {
        allowed: changeIntegrations,
        own: true,
        params: ById,
        body: input(UpdateIntegration),
        response: { 200: QueueIntegration, ...failures },
      },
    )
    .delete(
      '/:id',
      ({ cx, actor, params }) => {
        deleteIntegration(cx, actor, params.id)
        return done
      },
      { allowed: changeIntegrations, own: true, params: ById, response: { 200: Done, ...failures } },
    )
    .post(
      '/:id/secret',
      ({ cx, actor, params }) => {
        const { row, secret } = replaceSecret(deps, cx, actor, params.id)
        return { ...showIntegration(cx, row), secret }
      },
      {
        detail: { summary: 'Replace the signing secret of an integration' },
        allowed: changeIntegrations,
        own: true,
        rateLimit: BY_HAND_A_MINUTE,
        params: ById,
        response: { 200: IntegrationWithSecret, ...failures },
      },
    )
    .get('/:id/calls', ({ cx, params }) => ({ calls: listCalls(cx.db, findIntegrationOrFail(cx.db, params.id).id) }), {
      detail: { summary: 'List the latest calls of an integration' },
      allowed: seeIntegrations,
      params: ById,
      response: { 200: IntegrationCalls, ...failures },
    })
    .post(
      '/:id/test',
      async ({ cx, actor, params, request }) => {
        const left = AbortSignal.any([request.signal, closing])
        const tried = await tryTurn(deps, cx, integrations, { id: params.id, left })
        auth.stillHere(actor)
        return tried
      },
      {
        detail: { summary: 'Call an integration as an invented contact' },
        allowed: changeIntegrations,
        rateLimit: BY_HAND_A_MINUTE,
        params: ById,
        response: { 200: TriedTurn, ...failures },
      },
    )
    .post(
      '/testSession',
      async ({ cx, actor, body, request }) => {
        const messages = await testSession(deps, services, cx, body, AbortSignal.any([request.signal, closing]))
        auth.stillHere(actor)
        return { messages }
      },
      {
        detail: { summary: 'Try out the access to a Dialogflow agent' },
        allowed: changeIntegrations,
        own: true,
        rateLimit: BY_HAND_A_MINUTE,
        body: input(TestSession),
        response: { 200: TestReply, ...failures },
      },
    )
  return new Elysia().use(routes).use(files)
}
export type IntegrationRoutes = ReturnType<typeof integrationRoutes>
