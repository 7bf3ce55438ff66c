/** Sign-in over HTTP, as pages do. */
import { PASSWORD } from '../support/company-world'
import type { World } from '../support/world'

export type Answer = {
  error?: string
  token?: string
  user?: Record<string, unknown>
  details?: { retryAfter?: number }
}

export const post = (w: World, path: string, body: unknown, headers: Record<string, string> = {}) =>
  w.request(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
/** Posts through a proxy on this machine that sends the client's address. */
export const postFrom = (server: { readonly url: string }, address: string, path: string, body: unknown) =>
  fetch(`${server.url}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })
export const signIn = (w: World, email: string, password = PASSWORD) => post(w, 'login', { email, password })
export const bodyOf = async (answer: Response) => (await answer.json()) as Answer // checked by each test
export const cookieOf = (answer: Response) => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
export const refresh = (w: World, cookie: string, headers: Record<string, string> = {}) =>
  post(w, 'refresh_token', {}, { cookie, ...headers })
export const meWith = (w: World, token: string | undefined) =>
  w.request('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })
