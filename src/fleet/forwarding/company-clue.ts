/**
 * Which company a request says it concerns. Nothing is verified: the node that owns the company does that, and a forged
 * name only leads there.
 */
import { addressOf } from '../../platform/address'

/** A company's uuid without dashes, or its number. */
export type CompanyClue = { readonly uuid: string } | { readonly id: number }

const SOCKET_PATH = /^\/ws\/([0-9a-f]{32})\/?$/
/** Everything else is the same on all nodes. */
const OF_COMPANIES = /^\/(?:api|v1)\//
/** Their handlers read the cookie, whatever token comes with it. */
const BY_COOKIE: ReadonlySet<string> = new Set(['/api/auth/refresh_token', '/api/support/leave'])
/** A token of the external API. */
const API_TOKEN = /^bk(\d{1,15})_/
const COOKIE = /(?:^|;\s*)balcao_refresh=([1-9a-z][0-9a-z]{0,9})\.[\w-]/
const LONGEST_TOKEN = 4096

/**
 * Undefined if the request names no company: sign-in, public addresses and tokens of other products, whose company only
 * a list knows.
 */
export function clueOf(request: Request): CompanyClue | undefined {
  const { pathname } = addressOf(request)
  const [, uuid] = SOCKET_PATH.exec(pathname) ?? []
  if (uuid !== undefined) return { uuid }
  if (!OF_COMPANIES.test(pathname)) return undefined
  const authorization = request.headers.get('authorization')
  const isByCookie = authorization === null || BY_COOKIE.has(pathname)
  const id = isByCookie ? idInCookie(request, pathname) : idInToken(authorization)
  return id === undefined ? undefined : { id }
}

/** A cookie counts where no token is needed; at sign-in it may be another company's. */
function idInCookie({ method, headers }: Request, pathname: string): number | undefined {
  if (method !== 'GET' && method !== 'HEAD' && !BY_COOKIE.has(pathname)) return undefined
  const [, number] = COOKIE.exec(headers.get('cookie') ?? '') ?? []
  return number === undefined ? undefined : safeId(Number.parseInt(number, 36))
}

function idInToken(authorization: string): number | undefined {
  if (!authorization.startsWith('Bearer ') || authorization.length > LONGEST_TOKEN) return undefined
  const token = authorization.slice('Bearer '.length).trim()
  const [, number] = API_TOKEN.exec(token) ?? []
  return number === undefined ? idInClaims(token) : safeId(Number(number))
}

/** The claim `c` of an access token. */
function idInClaims(token: string): number | undefined {
  const [, claims, , more] = token.split('.')
  if (claims === undefined || more !== undefined) return undefined
  try {
    const { c } = (JSON.parse(Buffer.from(claims, 'base64url').toString()) ?? {}) as { c?: unknown } // a stranger may have written it
    return typeof c === 'number' ? safeId(c) : undefined
  } catch {
    return undefined
  }
}

const safeId = (id: number): number | undefined => (Number.isSafeInteger(id) && id > 0 ? id : undefined)
