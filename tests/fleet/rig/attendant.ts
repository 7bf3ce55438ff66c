/** An attendant who works at any node: each request goes to one that runs, and is repeated until it is answered. */
import type { SignedIn } from '../../../src/users/contract'
import { openPage } from '../../chaos/page'
import type { Random } from '../../chaos/random'

export type RoamingAttendant = Awaited<ReturnType<typeof signIn>>
export type Login = { readonly email: string; readonly password: string }
/** Origins of nodes that run; perhaps some that do not, as behind a proxy that has not noticed yet. */
export type Origins = () => readonly string[]
type Answer<T> = { readonly status: number; readonly body: T & { readonly error?: string } }

const REQUEST_MS = 15_000
const LONGEST_MS = 120_000
/** Nobody answers for the company just now, or too many ask. */
const REPEATED = [429, 502, 503, 504]

export async function signIn(origins: Origins, random: Random, login: Login) {
  const waits: number[] = []

  async function insist<T>(method: string, path: string, body?: object, token = ''): Promise<Answer<T>> {
    const began = performance.now()
    for (;;) {
      const all = origins()
      const answer = await send<T>(all.length > 0 ? random.pick(all) : '', method, path, body, token).catch(
        (error: Error) => error,
      )
      if (!(answer instanceof Error) && !REPEATED.includes(answer.status)) {
        waits.push(performance.now() - began)
        return answer
      }
      if (performance.now() - began > LONGEST_MS)
        throw new Error(
          `${method} ${path}: no answer within ${LONGEST_MS} ms: ${answer instanceof Error ? answer.message : `${answer.status} ${answer.body.error}`}`,
        )
      await Bun.sleep(50)
    }
  }

  const { status, body } = await insist<SignedIn>('POST', '/auth/login', login)
  if (status !== 200) throw new Error(`${login.email} cannot sign in: ${status} ${body.error}`)
  const { user } = body
  let { token } = body
  /** A token is over sooner for a node whose clock is ahead, and the company may have come there since it was issued. */
  const ask = async <T>(method: string, path: string, content?: object): Promise<Answer<T>> => {
    for (let signIns = 0; ; signIns++) {
      const answer = await insist<T>(method, path, content, token)
      if (answer.body.error !== 'ERR_SESSION_EXPIRED' || signIns === 3) return answer
      token = (await insist<SignedIn>('POST', '/auth/login', login)).body.token
    }
  }
  const demand = async <T>(method: string, path: string, content?: object): Promise<T> => {
    const answer = await ask<T>(method, path, content)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.error}`)
    return answer.body
  }
  const page = openPage({
    origin: origins()[0] ?? '',
    companyUuid: user.company.uuidCompany,
    token: async () => token,
    demand,
    elsewhere: (url) => {
      const to = new URL(random.pick(origins().length > 0 ? origins() : [url]))
      const changed = new URL(url)
      changed.host = to.host
      return String(changed)
    },
  })
  return {
    user,
    ask,
    demand,
    page,
    /** One try at one node, within a second: whether the company is answered for. */
    async isAnswered(origin: string): Promise<boolean> {
      const path = '/tickets?status=open&isGroup=false&showAll=true&pageNumber=1'
      const answer = await send(origin, 'GET', path, undefined, token, 1000).catch(() => undefined)
      return answer?.status === 200
    },
    waits,
  }
}

async function send<T>(
  origin: string,
  method: string,
  path: string,
  body: object | undefined,
  token: string,
  within = REQUEST_MS,
): Promise<Answer<T>> {
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(within),
  })
  return { status: answer.status, body: (await answer.json()) as Answer<T>['body'] } // typed by the caller
}
