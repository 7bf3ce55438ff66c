import { Elysia, t } from 'elysia'
import { createNumberLookUp } from '../../channels/look-up'
import { formatNumber } from '../../contacts/number'
import { fail } from '../../errors'
import { type AppHttp, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { ById } from '../../platform/params'
import { learnAnswer } from '../../tickets/receiving/same-contact'
import { createSendBatches } from './batches'
import {
  ApiSend,
  ApiToken,
  ApiTokens,
  CheckApiNumber,
  CreateApiToken,
  CreatedApiToken,
  KEY_LENGTH,
  manageApi,
  NumberExists,
  SendApiMessage,
  SendLinkImage,
  UpdateApiToken,
} from './contract'
import { apiErrors } from './errors'
import { isAddressOf } from './moved-in'
import { type PreparedSend, prepare, prepareLinkImage, type SendResponse } from './prepare'
import { lookUpQuotaOf, phoneIn } from './recipient'
import { countToday, readSend, readSendOf } from './sends'
import { type Caller, createTokenAuth } from './token-auth'
import { createToken, findToken, isMovedIn, listTokens, requireUsable, revokeToken, updateToken } from './tokens'

/** The id returned by a send. */
const BySend = t.Object({ id: t.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }) })

const IDEMPOTENT = {
  parameters: [
    {
      name: 'Idempotency-Key',
      in: 'header' as const,
      required: false,
      description: 'The same key within 24 hours returns the same send, and sends nothing again.',
      schema: { type: 'string' as const, maxLength: KEY_LENGTH },
    },
  ],
}

type Set = { status?: number | string; headers: Record<string, string | number> }

export const externalApiRoutes = (http: AppHttp, services: RouteServices) => {
  const tokenAuth = createTokenAuth(services)
  const numbers = createNumberLookUp(services, learnAnswer)
  const batches = createSendBatches(services)
  const deps = { uploadTargetOf: services.uploadTargetOf, outsideAllow: services.outsideAllow, numbers }

  const respond = async (set: Set, { cx, token }: Caller, prepared: PreparedSend | SendResponse): Promise<ApiSend> => {
    const { send, isRepeated } = 'isRepeated' in prepared ? prepared : await batches.add(prepared)
    Object.assign(set.headers, tokenAuth.limitHeaders(cx, token), isRepeated && { 'idempotent-replayed': 'true' })
    if (isMovedIn(token)) return { ...send, mensagem: 'Mensagem enviada' }
    set.status = 202
    return send
  }

  /** Responds like related products: 400 with `existsInWhatsapp: false`. */
  const exists = async ({ cx, token }: Caller, written: string): Promise<NumberExists> => {
    const number = phoneIn(cx, written)
    const found = await numbers.lookUp(cx, lookUpQuotaOf(cx, token), number)
    const known = found?.find(({ kind }) => kind === 'phone')?.value ?? number
    return {
      existsInWhatsapp: found !== null,
      number: known,
      numberFormatted: formatNumber(known),
      ...(found === null && { error: 'Not exists on Whatsapp' }),
    }
  }

  const calls = new Elysia({ prefix: '/messages' })
    .use(http)
    .post(
      '/send',
      async ({ request, set }) => {
        const caller = tokenAuth.callerOf(request)
        return respond(set, caller, await prepare(caller, request, deps))
      },
      {
        key: tokenAuth.gate('send'),
        upload: { reads: SendApiMessage, files: 'medias' },
        detail: { summary: 'Send a message with an API token', ...IDEMPOTENT },
        response: { 200: ApiSend, 202: ApiSend, ...failures },
      },
    )
    .post(
      '/send/linkImage',
      async ({ request, body, set }) => {
        const caller = tokenAuth.callerOf(request)
        return respond(set, caller, await prepareLinkImage(caller, request, deps, body))
      },
      {
        key: tokenAuth.gate('send'),
        body: input(SendLinkImage),
        detail: { summary: 'Send a file by its address with an API token', ...IDEMPOTENT },
        response: { 200: ApiSend, 202: ApiSend, ...failures },
      },
    )
    .get(
      '/:id/status',
      ({ request, params }) => {
        const { cx, token } = tokenAuth.callerOf(request)
        return readSendOf(cx.db, token, params.id)
      },
      {
        detail: { summary: 'Read the status of a message sent with an API token' },
        key: tokenAuth.gate('status'),
        params: BySend,
        response: { 200: ApiSend, ...failures },
      },
    )
    .get('/checkNumber', ({ request, query }) => exists(tokenAuth.callerOf(request), query.number), {
      detail: { summary: 'Check whether a number has WhatsApp' },
      key: tokenAuth.gate('check'),
      query: t.Object({ number: t.String({ maxLength: 60 }) }),
      response: { 200: NumberExists, ...failures },
    })
    .post(
      '/checkNumber',
      async ({ request, body, set }) => {
        const found = await exists(tokenAuth.callerOf(request), body.number)
        if (!found.existsInWhatsapp) set.status = 400
        return found
      },
      {
        detail: { summary: 'Check whether a number has WhatsApp, in the form of related products' },
        key: tokenAuth.gate('check'),
        body: input(CheckApiNumber),
        response: { ...failures, 200: NumberExists, 400: NumberExists },
      },
    )

  /** Izing's address: its clients change only the host. */
  const izing = new Elysia({ prefix: '/v1/api/external' }).use(http).post(
    '/:apiId',
    async ({ request, params, set }) => {
      const caller = tokenAuth.callerOf(request)
      if (!isAddressOf(caller.cx.db, caller.token, params.apiId)) fail(apiErrors.ERR_API_TOKEN_ADDRESS)
      await respond(set, caller, await prepare(caller, request, deps))
      set.status = 200
      return { message: 'Message add queue' as const }
    },
    {
      key: tokenAuth.gate('send'),
      params: t.Object({ apiId: t.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }) }),
      upload: { reads: SendApiMessage, files: 'media' },
      detail: { summary: 'Send a message at the address of an installation of Izing that moved in' },
      response: { 200: t.Object({ message: t.Literal('Message add queue') }), ...failures },
    },
  )

  const management = new Elysia({ prefix: '/api-tokens' })
    .use(http)
    .get('/', ({ cx }) => ({ tokens: listTokens(cx), sentToday: countToday(cx) }), {
      detail: { summary: 'List the tokens of the external API' },
      allowed: manageApi,
      response: { 200: ApiTokens, ...failures },
    })
    .post('/', ({ cx, actor, body }) => createToken(cx, actor, body), {
      detail: { summary: 'Create a token of the external API' },
      allowed: manageApi,
      own: true,
      rateLimit: 30,
      body: input(CreateApiToken),
      response: { 200: CreatedApiToken, ...failures },
    })
    .put('/:id', ({ cx, actor, params, body }) => updateToken(cx, actor, params.id, body), {
      detail: { summary: 'Change a token of the external API' },
      allowed: manageApi,
      own: true,
      params: ById,
      body: input(UpdateApiToken),
      response: { 200: ApiToken, ...failures },
    })
    .delete('/:id', ({ cx, actor, params }) => revokeToken(cx, actor, params.id), {
      detail: { summary: 'Revoke a token of the external API' },
      allowed: manageApi,
      own: true,
      params: ById,
      response: { 200: ApiToken, ...failures },
    })
    /** A real send with this token for the page, which does not know the secret. */
    .post(
      '/:id/send',
      async ({ cx, actor, params, request, set }) => {
        const token = findToken(cx.db, params.id)
        requireUsable(token, cx.now())
        tokenAuth.take(cx, token, 'send')
        const caller = { cx, token, stillHere: () => void services.auth.stillHere(actor, manageApi) }
        return respond(set, caller, await prepare(caller, request, deps))
      },
      {
        allowed: manageApi,
        upload: { reads: SendApiMessage, files: 'medias' },
        detail: { summary: 'Send a message as with this API token', ...IDEMPOTENT },
        params: ById,
        response: { 200: ApiSend, 202: ApiSend, ...failures },
      },
    )
    .get('/sends/:id', ({ cx, params }) => readSend(cx.db, params.id), {
      detail: { summary: 'Read the status of a send of the external API' },
      allowed: manageApi,
      params: BySend,
      response: { 200: ApiSend, ...failures },
    })

  return new Elysia().use(calls).use(izing).use(management)
}
export type ExternalApiRoutes = ReturnType<typeof externalApiRoutes>
