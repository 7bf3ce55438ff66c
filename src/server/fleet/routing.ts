/**
 * Which company a request concerns, so that it is answered where that company is. Nothing is verified: the owner does that, and
 * whoever makes something up is refused there. Unlike it, this node has only what control.db says.
 */
import * as v from 'valibot'
import { companyIn } from '../../channels/passkeys/links'
import { type CompanyClue, clueOf } from '../../fleet/forwarding/company-clue'
import { addressOf, hasAddress } from '../../platform/address'
import { type Route, routesAmong } from '../../platform/every-request'
import { CONTROL } from '../../platform/gate'
import { readJson } from '../../platform/json'
import type { Module, Services } from '../../platform/module'
import { tokenHash } from '../../platform/secret'
import { getValue } from '../../platform/sql'
import { remembered } from '../../platform/sqlite'
import type { Visitor } from '../../platform/visitor'
import { isKeptToken } from '../../users/api-tokens'
import { plainEmail } from '../../users/emails'
import { findFormerCookie } from '../../users/former-sessions'
import { REFRESH_COOKIE } from '../../users/routes'
import { type ServedBy, servedBy, servedByException } from '../served-by'

export type RoutingDeps = Pick<Services, 'databases' | 'claims' | 'encryptionFor'> & {
  readonly visitor: Pick<Visitor, 'readCookie' | 'bearerOf'>
  readonly modules: readonly Module[]
  readonly routes: readonly Route[]
  /** The company of an API token that does not name it. */
  findByToken(hash: string): Promise<string | undefined>
}

/** `CONTROL` for what is answered where control.db is written; undefined for what any node answers. */
export type Routing = (request: Request) => string | undefined | Promise<string | undefined>
type Answer = ReturnType<Routing>

/** Everything else is the same on all nodes. */
const OF_COMPANIES = /^\/(?:api|v1|ws)\//
/** Bodies that are read for the e-mail or link in them. Larger ones are refused. */
const LONGEST_READ = 16 * 1024
const LONGEST_EMAIL = 320
const IN_BODY: ReadonlySet<string> = new Set([
  '/api/auth/login',
  '/api/passkey/open',
  '/api/passkey/state',
  '/api/passkey/answer',
  '/api/passkey/confirm',
])
const IN_PATH = /^\/api\/(?:forgetpassword|resetpasswords)\/([^/]+)$/

export function createRouting({
  databases,
  claims,
  encryptionFor,
  modules,
  visitor,
  routes,
  findByToken,
}: RoutingDeps): Routing {
  const { control } = databases
  const uuidOf = remembered(
    control.$client,
    (id: number) => getValue<string>(control, 'SELECT uuid FROM companies WHERE id = ?', id),
    ['companies'],
  )
  const uuidIs = remembered(
    control.$client,
    (uuid: string) => getValue<string>(control, 'SELECT uuid FROM companies WHERE uuid = ?', uuid),
    ['companies'],
  )
  const links = modules
    .flatMap(({ companyLinks = [] }) => companyLinks)
    .map((link) => ({ ...link, encryption: encryptionFor(link.purpose) }))
  const routeOf = routesAmong(routes)
  const servedByList = listedAmong(routes)

  const companyOfClue = (clue: CompanyClue): string | undefined =>
    'id' in clue ? uuidOf(clue.id) : uuidIs(dashed(clue.uuid))

  /** Sign-ins with an e-mail that nobody has are counted where control.db is written. */
  async function companyOfEmail(email: string): Promise<string | undefined> {
    if (email.length > LONGEST_EMAIL) return undefined
    return (await claims.find('email', plainEmail(email)))?.tenantUuid ?? CONTROL
  }

  async function companyInBody(request: Request): Promise<string | undefined> {
    const { email, token, key } = await fieldsOf(request)
    if (email !== undefined) return companyOfEmail(email)
    const id = companyIn(token ?? key ?? '')
    return id === undefined ? undefined : uuidOf(id)
  }

  function companyOfLink(request: Request, pathname: string): string | undefined {
    const link = links.find(({ path }) => path.test(pathname))
    const uuid = link?.companyOf(link.encryption, request)
    return uuid === undefined ? undefined : uuidIs(uuid)
  }

  function companyOfFormerCookie(request: Request): string | undefined {
    const owner = findFormerCookie(control, visitor.readCookie(request, REFRESH_COOKIE) ?? '')
    return owner && uuidOf(owner.companyId)
  }

  /** Of a request without a session or a token of ours. */
  function companyOfOther(request: Request, pathname: string): Answer {
    if (IN_BODY.has(pathname)) return request.method === 'POST' ? companyInBody(request) : undefined
    const [, email] = IN_PATH.exec(pathname) ?? []
    if (email !== undefined) return companyOfEmail(decoded(email))
    const linked = companyOfLink(request, pathname)
    if (linked !== undefined) return linked
    const token = visitor.bearerOf(request)?.trim()
    if (token === undefined) return companyOfFormerCookie(request)
    const isForKeys = isKeptToken(token) && routeOf(request)?.gate?.by === 'key'
    return isForKeys ? findByToken(tokenHash(token)) : undefined
  }

  return (request) => {
    if (!hasAddress(request)) return undefined // refused wherever it is handled
    const pathname = addressOf(request).pathname.replace(/\/$/, '')
    if (!OF_COMPANIES.test(pathname)) return undefined
    const by = servedByList(request, pathname)
    if (by === 'anyNode') return undefined
    if (by === 'installation') return CONTROL
    const clue = clueOf(request)
    return clue ? companyOfClue(clue) : companyOfOther(request, pathname)
  }
}

/** How routes are served whose caller has no session that says it; undefined for all others. */
function listedAmong(routes: readonly Route[]): (request: Request, pathname: string) => ServedBy | undefined {
  const listed = routes.filter(({ method, path }) => servedByException.includes(`${method} ${path}`) && path !== '/*')
  const exact = new Map(
    listed
      .filter(({ path }) => !/[:*]/.test(path))
      .map((route) => [`${route.method} ${route.path.replace(/\/$/, '')}`, servedBy(route)]),
  )
  const open = routesAmong(listed.filter(({ path, method }) => /[:*]/.test(path) && method !== 'WS'))
  return (request, pathname) => {
    const known = exact.get(`${request.method} ${pathname}`)
    if (known !== undefined || exact.size === 0) return known
    const found = open(request)
    return found && servedBy(found.route)
  }
}

/** The e-mail of a sign-in, or the token or key of a passkey's link. The handler reads the body once more. */
async function fieldsOf(request: Request): Promise<v.InferOutput<typeof Fields>> {
  const { headers } = request
  if (headers.has('transfer-encoding') || !(Number(headers.get('content-length') ?? 0) <= LONGEST_READ)) return {}
  const read = v.safeParse(Fields, readJson(await request.clone().text()))
  return read.success ? read.output : {}
}
const Field = v.optional(v.string())
const Fields = v.object({ email: Field, token: Field, key: Field })

const dashed = (uuid: string): string => uuid.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // the handler refuses it
  }
}
