import { Elysia, t } from 'elysia'
import { phoneMeant } from '../../channels/dialing'
import { createNumberLookUp } from '../../channels/look-up'
import { formatNumber } from '../../contacts/number'
import { type AppHttp, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { ById } from '../../platform/params'
import { learnAnswer } from '../../tickets/receiving/same-contact'
import { createAcceptance } from './acceptance'
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
import { type Caller, createApiDoor } from './door'
import { acceptWanted, receiveSend } from './receive'
import { type Accepted, askerOf } from './send'
import { countToday, readSend, readSendOf } from './sends'
import { createToken, findToken, listTokens, requireUsable, revokeToken, updateToken } from './tokens'
import { FROM_PROGRAMS, readLinkImage } from './wanted'

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
  const door = createApiDoor(services)
  const numbers = createNumberLookUp(services, learnAnswer)
  const acceptance = createAcceptance(services)
  const deps = { placeOf: services.placeOf, outsideAllow: services.outsideAllow, numbers, acceptance }

  const answer = (set: Set, { cx, token }: Caller, { send, isRepeated }: Accepted): ApiSend => {
    set.status = 202
    Object.assign(set.headers, door.limitHeaders(cx, token), isRepeated && { 'idempotent-replayed': 'true' })
    return send
  }

  /** Responds like related products: 400 with `existsInWhatsapp: false`. */
  const exists = async ({ cx, token }: Caller, written: string): Promise<NumberExists> => {
    const number = phoneMeant(cx, written, FROM_PROGRAMS)
    const found = await numbers.lookUp(cx, askerOf(cx, token), number)
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
        const caller = door.callerOf(request)
        return answer(set, caller, await receiveSend(caller, request, deps))
      },
      {
        key: door.gate('send'),
        upload: { reads: SendApiMessage, files: 'medias' },
        detail: IDEMPOTENT,
        response: { 202: ApiSend, ...failures },
      },
    )
    .post(
      '/send/linkImage',
      async ({ request, body, set }) => {
        const caller = door.callerOf(request)
        return answer(set, caller, await acceptWanted(caller, request, deps, readLinkImage(body)))
      },
      {
        key: door.gate('send'),
        body: input(SendLinkImage),
        detail: IDEMPOTENT,
        response: { 202: ApiSend, ...failures },
      },
    )
    .get(
      '/:id/status',
      ({ request, params }) => {
        const { cx, token } = door.callerOf(request)
        return readSendOf(cx.db, token, params.id)
      },
      { key: door.gate('status'), params: BySend, response: { 200: ApiSend, ...failures } },
    )
    .get('/checkNumber', ({ request, query }) => exists(door.callerOf(request), query.number), {
      key: door.gate('check'),
      query: t.Object({ number: t.String({ maxLength: 60 }) }),
      response: { 200: NumberExists, ...failures },
    })
    .post(
      '/checkNumber',
      async ({ request, body, set }) => {
        const found = await exists(door.callerOf(request), body.number)
        if (!found.existsInWhatsapp) set.status = 400
        return found
      },
      {
        key: door.gate('check'),
        body: input(CheckApiNumber),
        response: { ...failures, 200: NumberExists, 400: NumberExists },
      },
    )

  const management = new Elysia({ prefix: '/api-tokens' })
    .use(http)
    .get('/', ({ cx }) => ({ tokens: listTokens(cx), sentToday: countToday(cx) }), {
      allowed: manageApi,
      response: { 200: ApiTokens, ...failures },
    })
    .post('/', ({ cx, actor, body }) => createToken(cx, actor, body), {
      allowed: manageApi,
      own: true,
      rateLimit: 30,
      body: input(CreateApiToken),
      response: { 200: CreatedApiToken, ...failures },
    })
    .put('/:id', ({ cx, actor, params, body }) => updateToken(cx, actor, params.id, body), {
      allowed: manageApi,
      own: true,
      params: ById,
      body: input(UpdateApiToken),
      response: { 200: ApiToken, ...failures },
    })
    .delete('/:id', ({ cx, actor, params }) => revokeToken(cx, actor, params.id), {
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
        door.take(cx, token, 'send')
        const stillHere = () => {
          services.auth.stillHere(actor, manageApi)
          requireUsable(findToken(cx.db, token.id), cx.now())
        }
        const caller = { cx, token }
        return answer(set, caller, await receiveSend(caller, request, { ...deps, stillHere }))
      },
      {
        allowed: manageApi,
        upload: { reads: SendApiMessage, files: 'medias' },
        detail: IDEMPOTENT,
        params: ById,
        response: { 202: ApiSend, ...failures },
      },
    )
    .get('/sends/:id', ({ cx, params }) => readSend(cx.db, params.id), {
      allowed: manageApi,
      params: BySend,
      response: { 200: ApiSend, ...failures },
    })

  return new Elysia().use(calls).use(management)
}
export type ExternalApiRoutes = ReturnType<typeof externalApiRoutes>
