/** A fetch that carries the session: a worn-out token is renewed once, however many calls noticed it, and the call repeated. */

export type Keyring = {
  token(): string | null
  /** Whose session it is. */
  holder(): string | null
  language(): string
  /** Asks for a new token; false when there is no session any more. Rejects when the server cannot be reached. */
  renew(): Promise<boolean>
  /** The server no longer knows this session. */
  ended(): void
}

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

export function authorizedFetch(fetch: Fetch, keyring: Keyring): Fetch {
  let renewal: Promise<boolean> | null = null
  const renewOnce = () => {
    renewal ??= keyring.renew().finally(() => {
      renewal = null
    })
    return renewal
  }

  return async (input, init) => {
    const [used, holder] = [keyring.token(), keyring.holder()]
    // Late news of a session that is gone says nothing about the one that followed it.
    const isStill = () => keyring.holder() === holder
    const ask = async () => {
      const answer = await fetch(input, withSession(init, keyring))
      if (answer.status === 401 && used !== null && isStill()) keyring.ended()
      return answer
    }
    const answer = await ask()
    const worn = used !== null && answer.status === 403 && (await errorCode(answer)) === 'ERR_SESSION_EXPIRED'
    if (!worn) return answer
    // Another call may have renewed while this one was under way.
    const renewed = keyring.token() !== used ? keyring.token() !== null : await renewOnce()
    // What one person asked is never asked again in another's name.
    if (!isStill()) return answer
    if (renewed) return ask()
    keyring.ended()
    return answer
  }
}

function withSession(init: RequestInit | undefined, keyring: Keyring): RequestInit {
  const headers = new Headers(init?.headers)
  const token = keyring.token()
  if (token) headers.set('authorization', `Bearer ${token}`)
  headers.set('accept-language', keyring.language())
  return { ...init, headers, credentials: 'same-origin' }
}

async function errorCode(answer: Response): Promise<unknown> {
  try {
    const body: unknown = await answer.clone().json()
    return typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  } catch {
    return undefined
  }
}
