/** Addresses that Meta's review demands: Meta calls them about a person, and the person reads what became of it. */
import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import { fail } from '../../../errors'
import { type AppHttp, Done, done, failures } from '../../../platform/http'
import type { RouteServices } from '../../../platform/module'
import { languageOf } from '../../../texts/languages'
import { operatorsApp } from '../app'
import { endAccessOf, requestDeletion } from './deletion'
import { deletionTexts, deletionWords } from './deletion-texts'
import { pageErrors } from './errors'
import { findDeletion } from './people'
import { readSignedRequest } from './signed-request'

const MAX_FORM_BYTES = 16 * 1024
const ByCode = t.Object({ code: t.String({ maxLength: 100 }) })
const DeletionRequested = v.object({ url: v.string(), confirmation_code: v.string() })

/** Before the body is read. */
async function admit({ headers }: Request) {
  const size = Number(headers.get('content-length') ?? Number.NaN)
  if (!headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')) fail(pageErrors.ERR_META_REQUEST)
  if (!(size <= MAX_FORM_BYTES)) fail('ERR_PAYLOAD_TOO_LARGE', { bytes: MAX_FORM_BYTES })
}

export const pageCallbackRoutes = (http: AppHttp, services: RouteServices) => {
  const { databases, publicUrl, visitor } = services

  /** The person that the request is about. */
  async function personIn(request: Request): Promise<string> {
    const form = new URLSearchParams(await request.text())
    const person = readSignedRequest(form.get('signed_request') ?? '', operatorsApp(services).secret)
    return person ?? fail(pageErrors.ERR_META_REQUEST)
  }

  return new Elysia({ prefix: '/meta' })
    .use(http)
    .post(
      '/deauthorize',
      async ({ request }) => {
        endAccessOf(services, await personIn(request))
        return done
      },
      {
        detail: { summary: 'Hear from Meta that a person has removed the app' },
        key: admit,
        upload: 'raw',
        response: { 200: Done, ...failures },
      },
    )
    .post(
      '/deletion',
      async ({ request, server }) => {
        const code = requestDeletion(services, await personIn(request))
        const own = publicUrl() ?? visitor.originOf(request, server)
        return { url: `${own}/api/meta/deletion/${code}`, confirmation_code: code }
      },
      {
        detail: { summary: 'Hear from Meta that a person wants their data deleted' },
        key: admit,
        upload: 'raw',
        response: { 200: DeletionRequested, ...failures },
      },
    )
    .get(
      '/deletion/:code',
      ({ params, request }) => {
        const state = findDeletion(databases.control, params.code) ?? fail(pageErrors.ERR_NO_DELETION_FOUND)
        const language = languageOf(request.headers.get('accept-language'))
        const texts = deletionTexts[language]
        return page(language, texts.title, deletionWords(texts, state))
      },
      { detail: { summary: 'Read what became of a request to delete data' }, params: ByCode },
    )
}
export type PageCallbackRoutes = ReturnType<typeof pageCallbackRoutes>

/** Fixed words only. */
const page = (language: string, title: string, words: readonly string[]): Response =>
  new Response(
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1>${words.map((one) => `<p>${one}</p>`).join('')}</html>`,
    {
      headers: {
        'content-type': 'text/html;charset=utf-8',
        'content-security-policy': "default-src 'none'",
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      },
    },
  )
