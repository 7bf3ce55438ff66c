/**
 * A fetch with the session's token: an expired token is renewed once, however many calls noticed, and the call repeated. So it is
 * while the company moves to another server or a command has it, where nothing was begun.
 */

export type Keyring = {
  token(): string | null
  /** Whose session it is. */
  holder(): string | null
  language(): string
  /** Requests a new token; false when the session is over. Rejects when the server cannot be reached. */
  renew(): Promise<boolean>
  /** The server no longer knows this session. */
  ended(): void
  /** The company's subscription has expired: the server accepts only sign-out. */
  overdue(): void
}

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** How long calls are repeated after these refusals. */
const waits: Readonly<Record<string, number>> = {
  /** Longer than another server needs to take over from one that is gone. */
  ERR_COMPANY_MOVING: 20_000,
  /** Most commands take less; pages say the rest. */
  ERR_COMPANY_AWAY: 2_000,
}
const PAUSE = 500

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
    // A late failure of an earlier session does not concern the current one.
    const isStill = () => keyring.holder() === holder
    const ask = async () => {
      let answer = await fetch(input, withSession(init, keyring))
      for (let waited = 0; isStill() && waited < (await waitAfter(answer)); waited += PAUSE) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE))
        answer = await fetch(input, withSession(init, keyring))
      }
      if (answer.status === 401 && used !== null && isStill()) keyring.ended()
      if (answer.status === 402 && isStill()) keyring.overdue()
      return answer
    }
    const answer = await ask()
    const worn = used !== null && answer.status === 403 && (await errorCode(answer)) === 'ERR_SESSION_EXPIRED'
    if (!worn) return answer
    // Another call may have renewed the token meanwhile.
    const renewed = keyring.token() !== used ? keyring.token() !== null : await renewOnce()
    // A user's request is never repeated in another's name.
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
  return { keepalive: isShortChange(init), ...init, headers, credentials: 'same-origin' }
}

/**
 * A short change outlives its page, so that leaving right after a save loses nothing: it may still wait for one of the
 * browser's six connections, behind files that are fetched ahead. Browsers let 64 KiB of bodies outlive pages.
 */
const isShortChange = ({ method = 'GET', body = '' }: RequestInit = {}) =>
  method !== 'GET' && typeof body === 'string' && body.length <= 1000

const waitAfter = async (answer: Response): Promise<number> =>
  answer.status === 503 ? (waits[String(await errorCode(answer))] ?? 0) : 0

async function errorCode(answer: Response): Promise<unknown> {
  try {
    const body: unknown = await answer.clone().json()
    return typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  } catch {
    return undefined
  }
}
