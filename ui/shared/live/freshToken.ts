/** A token that is valid long enough to join the socket. */
import { renewSession } from '../session/access'
import { currentToken } from '../session/session'
import type { TokenNeed } from './socket'

/** `jti` is the session. */
type TabLock = { exp?: number; jti?: string }

/** Renewed when it has less than this to live. */
const MARGIN = 60_000

/**
 * Null when the session is over; rejects when the server cannot be reached. `renewed`: the current token was not
 * accepted.
 */
export async function freshToken(need: TokenNeed): Promise<string | null> {
  const token = currentToken()
  if (need === 'any' && token && (claimsOf(token).exp ?? 0) * 1000 > Date.now() + MARGIN) return token
  return (await renewSession()) ? currentToken() : null
}

/** The token's claims, unverified: only the server can check them. */
export function claimsOf(token: string): TabLock {
  try {
    const body = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const claims: unknown = JSON.parse(atob(body))
    return typeof claims === 'object' && claims !== null ? (claims as TabLock) : {} // our server's claims
  } catch {
    return {}
  }
}
