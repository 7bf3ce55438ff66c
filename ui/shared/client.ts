/** The API, typed by the server's routes: `const { tickets } = client<TicketRoutes>()`, then `await unwrap(tickets.get({ query }))`. */
import { treaty } from '@elysiajs/eden/treaty2'
import type { AnyElysia } from 'elysia'
import { sessionFetch } from './session/access'
import { ApiError, failureOf, unreachable } from './session/failure'

export { ApiError } from './session/failure'

/** One client per feature, for that feature's routes only, which keeps the editor fast. */
export const client = <Routes extends AnyElysia>() =>
  // `parseDate: false`: instants stay the ISO text the contracts promise. The cast: our fetch has no `preconnect`.
  treaty<Routes>(`${location.origin}/api`, { parseDate: false, fetcher: sessionFetch as typeof fetch })

type Answer<T> = { data: T; error: null } | { data: null; error: { status: unknown; value: unknown } }

/** The response's data; throws an `ApiError` otherwise. */
export async function unwrap<T>(call: Promise<Answer<T>>): Promise<T> {
  const answer = await call.catch((failure: unknown) => {
    throw failure instanceof ApiError ? failure : unreachable()
  })
  if (answer.error) throw failureOf(Number(answer.error.status), answer.error.value)
  return answer.data as T
}

/** For what Eden cannot handle (streams, files as a form) and routes without types. The caller knows the shape. */
export async function call<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  address: string,
  body?: unknown,
  signal: AbortSignal | null = null,
): Promise<T> {
  const answer = await sessionFetch(`/api${address}`, {
    method,
    signal,
    ...sent(body),
  }).catch((failure: unknown) => {
    throw failure instanceof ApiError ? failure : unreachable()
  })
  const content: unknown = await answer.json().catch(() => null)
  if (!answer.ok) throw failureOf(answer.status, content)
  return content as T
}

/** Fetches a file of the server, to be saved under this name. */
export async function fetchFile(address: string, name: string, type?: string): Promise<File> {
  const answer = await sessionFetch(`/api${address}`).catch((failure: unknown) => {
    throw failure instanceof ApiError ? failure : unreachable()
  })
  if (!answer.ok) throw failureOf(answer.status, await answer.json().catch(() => null))
  const blob = await answer.blob()
  return new File([blob], name, { type: type ?? blob.type })
}

function sent(body: unknown): RequestInit {
  if (body === undefined) return {}
  if (body instanceof FormData) return { body }
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
