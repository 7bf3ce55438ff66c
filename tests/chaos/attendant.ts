/** An attendant of a company: repeats each request until the server answers, and keeps a page open. */
import type { SignedIn } from '../../src/users/contract'
import { openPage } from './page'

export type Answer<T> = {
  readonly status: number
  readonly body: T & { readonly error?: string }
  /** State that a browser keeps. */
  readonly cookie: string
}
export type Attendant = Awaited<ReturnType<typeof signIn>>
export type Login = { readonly email: string; readonly password: string }

const PATIENCE_MS = 120_000
const PAUSE_MS = 50
/** Like a browser, renews its token before it expires. */
const TOKEN_LIFE_MS = 10 * 60_000
/** The server is stopping or starting, so the same request is sent again. */
const AGAIN = [429, 502, 503, 504]

export async function signIn(origin: string, login: Login) {
  const browser = crypto.randomUUID()
  let session = await enter('/auth/login', { body: login })
  let renewal: Promise<void> | null = null

  async function enter(path: string, what: Sending) {
    const { status, body, cookie } = await insist<SignedIn>(() => send(origin, 'POST', path, what))
    if (status !== 200) throw new Error(`${login.email}: ${path} answers ${status} ${body.error}`)
    return { ...body, cookie, since: Date.now() }
  }

  /** One refresh for all waiting requests, as in a browser's tabs: a cookie that is used twice ends the session. */
  async function renew(): Promise<void> {
    session = await enter('/auth/refresh_token', { body: { browser }, cookie: session.cookie })
  }

  async function token(): Promise<string> {
    if (Date.now() - session.since > TOKEN_LIFE_MS) {
      renewal ??= renew().finally(() => {
        renewal = null
      })
      await renewal
    }
    return session.token
  }

  /** Repeats the request until there is a response, and returns it. */
  const ask = async <T>(method: string, path: string, body?: object | FormData): Promise<Answer<T>> =>
    insist(async () => send<T>(origin, method, path, { body, token: await token() }))

  const demand = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await ask<T>(method, path, body)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.error}`)
    return answer.body
  }

  const { user } = session
  const page = openPage({ origin, companyUuid: user.company.uuidCompany, token, demand })
  return { user, ask, demand, page }
}

type Sending = { readonly body?: object | FormData | undefined; readonly token?: string; readonly cookie?: string }

async function send<T>(
  origin: string,
  method: string,
  path: string,
  { body, token, cookie }: Sending,
): Promise<Answer<T>> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cookie ? { cookie } : {}),
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(10_000),
  })
  return {
    status: answer.status,
    body: (await answer.json()) as Answer<T>['body'], // typed by the caller
    cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '',
  }
}

async function insist<T>(attempt: () => Promise<Answer<T>>): Promise<Answer<T>> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const answer = await attempt().catch((error: Error) => error)
    if (!(answer instanceof Error) && !AGAIN.includes(answer.status)) return answer
    if (performance.now() > deadline)
      throw new Error(`no answer within ${PATIENCE_MS} ms: ${answer instanceof Error ? answer.message : answer.status}`)
    await Bun.sleep(PAUSE_MS)
  }
}
