import { queryOptions } from '@tanstack/react-query'
import type { ApiSend, ApiToken, CreateApiToken, UpdateApiToken } from '../../../src/features/external-api/contract'
import type { ExternalApiRoutes } from '../../../src/features/external-api/routes'
import { ApiError, client, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { sessionFetch } from '../../shared/session/access'
import { unreachable } from '../../shared/session/failure'
import { apiTokensSpec } from './spec'

const { 'api-tokens': routes } = client<ExternalApiRoutes>()

const read = (signal: AbortSignal) => unwrap(routes.get({ fetch: { signal } }))

export const apiTokens = liveCrud<ApiToken, CreateApiToken, UpdateApiToken>({
  ...apiTokensSpec,
  routes: {
    list: async ({ signal }) => (await read(signal)).tokens,
    update: (id, body) => unwrap(routes({ id }).put(body)),
  },
})

/** Requests accepted since midnight, also those of other systems. */
export const sentTodayQuery = queryOptions({
  queryKey: ['apiSentToday'],
  queryFn: async ({ signal }) => (await read(signal)).sentToday,
  refetchInterval: 15_000,
})

/** Includes the secret, which the server returns only now. */
export const createApiToken = (body: CreateApiToken) => unwrap(routes.post(body))
export const revokeApiToken = (id: number) => unwrap(routes({ id }).delete())

/** A response as seen by an integrator. */
export type Answer = {
  readonly status: number
  readonly ms: number
  /** Requests left in this minute; null if the response has no such header. */
  readonly left: string | null
  readonly text: string
  readonly send: ApiSend | null
}

/** A real send with this token; returns refusals too. */
export async function sendTest(tokenId: number, body: object | FormData, key: string): Promise<Answer> {
  const began = performance.now()
  const isForm = body instanceof FormData
  const answer = await sessionFetch(`/api/api-tokens/${tokenId}/send`, {
    method: 'POST',
    headers: { 'idempotency-key': key, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  }).catch((failure: unknown) => {
    throw failure instanceof ApiError ? failure : unreachable()
  })
  const ms = Math.round(performance.now() - began)
  const content: unknown = await answer.json().catch(() => null)
  return {
    status: answer.status,
    ms,
    left: answer.headers.get('ratelimit-remaining'),
    text: JSON.stringify(content, null, 2),
    send: answer.ok ? (content as ApiSend) : null, // the answer of its route
  }
}

const FINAL = new Set<ApiSend['status']>(['read', 'failed'])
const ASK_EVERY = 2000
/** Number of polls after which polling stops. */
const FOLLOWED = 90

/** The status of a send, polled until it is final. */
export const sendQuery = (send: ApiSend) =>
  queryOptions({
    queryKey: ['apiSends', send.id],
    queryFn: ({ signal }) => unwrap(routes.sends({ id: send.id }).get({ fetch: { signal } })),
    initialData: send,
    refetchInterval: ({ state }) =>
      (state.data && FINAL.has(state.data.status)) || state.dataUpdateCount > FOLLOWED ? false : ASK_EVERY,
  })
