/**
 * Access tokens: signed, valid for 15 minutes, with user, company and session. Verified signatures are cached until
 * they expire.
 */
import { jwtVerify, SignJWT } from 'jose'
import { type Clock, MINUTE } from '../platform/time'

const ACCESS_TOKEN_LIFE = 15 * MINUTE

export type Claims = {
  readonly sessionId: string
  readonly companyId: number
  readonly userId: number
  readonly expiresAt: number
}

export type Tokens = ReturnType<typeof createTokens>

/** `most` tokens are cached; the oldest is evicted. */
export function createTokens(secret: Uint8Array, clock: Clock, most = 10_000) {
  const checked = new Map<string, Claims>()
  const remember = (token: string, claims: Claims) => {
    if (checked.size >= most) checked.delete(checked.keys().next().value ?? '')
    checked.set(token, claims)
  }
  return {
    issue: ({ sessionId, companyId, userId }: Omit<Claims, 'expiresAt'>): Promise<string> =>
      new SignJWT({ c: companyId, u: userId })
        .setProtectedHeader({ alg: 'HS256' })
        .setJti(sessionId)
        .setIssuedAt(Math.floor(clock() / 1000))
        .setExpirationTime(Math.floor((clock() + ACCESS_TOKEN_LIFE) / 1000))
        .sign(secret),

    /** Undefined if the signature is invalid or the token has expired. No promise if the token is known. */
    check(token: string): Claims | undefined | Promise<Claims | undefined> {
      const known = checked.get(token)
      if (known && known.expiresAt > clock()) return known
      checked.delete(token)
      return known ? undefined : verifyNew(token)
    },
  }

  async function verifyNew(token: string): Promise<Claims | undefined> {
    const claims = await verify(token, secret, clock())
    if (!claims || claims.expiresAt <= clock()) return undefined
    remember(token, claims)
    return claims
  }
}

async function verify(token: string, secret: Uint8Array, now: number): Promise<Claims | undefined> {
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'], currentDate: new Date(now) })
    const { jti, exp, c, u } = payload
    if (typeof jti !== 'string' || typeof exp !== 'number' || typeof c !== 'number' || typeof u !== 'number')
      return undefined
    return { sessionId: jti, companyId: c, userId: u, expiresAt: exp * 1000 }
  } catch {
    return undefined // all invalid tokens get the same response
  }
}
