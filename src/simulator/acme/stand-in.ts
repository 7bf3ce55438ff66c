/**
 * A local ACME authority that misbehaves like Pebble and Let's Encrypt: it refuses good nonces, takes its time, limits rates,
 * forgets accounts. It validates by connecting to the server, as they do. Its certificates are trusted by nobody.
 */
import {
  createHash,
  createPublicKey,
  type KeyObject,
  randomBytes,
  randomInt,
  verify,
  X509Certificate,
} from 'node:crypto'
import { isIP } from 'node:net'
import { boolean, findAfter, implicit, octetString, readAll, sequence } from '../../platform/acme/der'
import {
  alternativeName,
  alternativeNamesOf,
  certificate,
  extension,
  ids,
  newKey,
  pemOf,
  publicKeyOf,
} from '../../platform/acme/x509'
import { DAY, HOUR, SECOND } from '../../platform/time'
import { type Validation, validate } from './validation'

/** What goes wrong, and how often. */
export type AcmeFaults = {
  /** Share of the good nonces that are refused: Pebble's is 0.05. */
  badNonces: number
  /** Answers of `pending` or `processing` before a step is done. */
  slowness: number
  /** Seconds in Retry-After while a step takes time; undefined sends none. */
  retryAfter: number | undefined
  /** How the next validations fail; null validates. */
  validation: 'dns' | 'connection' | 'unauthorized' | 'caa' | 'tls' | null
  /** Orders that may be placed before `rateLimited`; undefined: no limit. */
  orders: number | undefined
  /** Seconds until another order is taken. */
  limitedFor: number
  /** Whether requests get no answer but 503. */
  isDown: boolean
  /** Whether an account of the authority's own is needed. */
  externalAccount: boolean
  /** New orders name authorizations that were deactivated. */
  deactivated: boolean
  /** Only these challenges are offered. */
  challenges: readonly string[]
  /** Milliseconds that its clock is ahead. */
  skew: number
  /** Orders end as invalid when they are finalized. */
  invalidOrders: boolean
}

export type AcmeOptions = {
  /** Ports at which it validates, as Pebble does. */
  readonly httpPort: number
  readonly tlsPort: number
  /** Where every name leads. */
  readonly address?: string
  /** Milliseconds that certificates live. */
  readonly life?: number
  readonly port?: number
  readonly externalKey?: { readonly id: string; readonly key: string }
  now?(): number
}

type Account = { readonly id: string; readonly key: KeyObject; readonly thumbprint: string; isDeactivated: boolean }
type ChallengeRow = {
  readonly id: string
  readonly type: string
  readonly token: string
  status: string
  error?: Problem
}
type AuthorizationRow = {
  readonly id: string
  readonly account: string
  readonly identifier: Identifier
  readonly challenges: ChallengeRow[]
  status: string
  left: number
}
type OrderRow = {
  readonly id: string
  readonly account: string
  readonly identifier: Identifier
  readonly authorization: string
  readonly profile: string
  status: string
  left: number
  certificate?: string
  error?: Problem
}
type Identifier = { readonly type: string; readonly value: string }
type Problem = { readonly type: string; readonly detail: string; readonly status?: number }

const SHORT_LIFE = 160 * HOUR
const LIFE = 90 * DAY
const PREFIX = 'urn:ietf:params:acme:error:'
const types = ['http-01', 'tls-alpn-01', 'dns-01']

class Refused extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    detail: string,
    readonly wait?: number,
  ) {
    super(detail)
  }
}

export type AcmeStandIn = ReturnType<typeof startAcme>

export function startAcme(options: AcmeOptions) {
  const { httpPort, tlsPort, address = '127.0.0.1', life = LIFE, port = 0, externalKey, now = Date.now } = options
  const faults: AcmeFaults = {
    badNonces: 0.05,
    slowness: 1,
    retryAfter: undefined,
    validation: null,
    orders: undefined,
    limitedFor: 3600,
    isDown: false,
    externalAccount: false,
    deactivated: false,
    challenges: types,
    skew: 0,
    invalidOrders: false,
  }
  const ca = createAuthority(now)
  const nonces = new Set<string>()
  const accounts = new Map<string, Account>()
  const orders = new Map<string, OrderRow>()
  const authorizations = new Map<string, AuthorizationRow>()
  const certificates = new Map<string, string>()
  const asked: string[] = []
  const id = () => randomBytes(9).toString('base64url')
  const at = () => now() + faults.skew

  const base = () => `http://127.0.0.1:${server.port}`
  const url = (path: string) => `${base()}/${path}`

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    asked.push(`${request.method} ${pathname.replace(/^(\/[a-z-]+).*/, '$1')}`)
    if (faults.isDown) return reply(503, 'down for maintenance', { 'content-type': 'text/plain' })
    try {
      return await route(request, pathname)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { status, type, wait } = error
      const body = { type: `${PREFIX}${type}`, detail: error.message, status }
      return reply(status, body, {
        'content-type': 'application/problem+json',
        ...(wait !== undefined && { 'retry-after': String(wait) }),
      })
    }
  }

  function reply(status: number, body: unknown, headers: Record<string, string> = {}): Response {
    const nonce = id()
    nonces.add(nonce)
    return new Response(body === null ? null : typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: {
        'content-type': 'application/json',
        'replay-nonce': nonce,
        date: new Date(at()).toUTCString(),
        'cache-control': 'no-store',
        ...headers,
      },
    })
  }

  async function route(request: Request, pathname: string): Promise<Response> {
    if (pathname === '/directory') return reply(200, directory())
    if (pathname === '/nonce') return reply(request.method === 'HEAD' ? 200 : 204, null)
    if (pathname.startsWith('/renewal/')) return renewal(pathname.slice('/renewal/'.length))
    if (request.method !== 'POST') throw new Refused(405, 'malformed', 'Method not allowed')
    if (request.headers.get('content-type') !== 'application/jose+json')
      throw new Refused(415, 'malformed', 'Invalid Content-Type header on POST')
    const { account, payload, jwk } = await read(request, pathname)
    if (pathname === '/account') return register(payload, jwk)
    if (!account) throw new Refused(400, 'malformed', 'No Key ID in JWS header')
    const [, what, key = ''] = pathname.split('/')
    if (what === 'order' && key === '') return order(account, payload)
    if (what === 'order') return showOrder(findOrder(account, key))
    if (what === 'finalize') return finalize(findOrder(account, key), payload)
    if (what === 'authorization') return showAuthorization(key)
    if (what === 'challenge') return respond(account, key)
    if (what === 'certificate') return download(key)
    throw new Refused(404, 'malformed', 'Not found')
  }

  const directory = () => ({
    newNonce: url('nonce'),
    newAccount: url('account'),
    newOrder: url('order'),
    renewalInfo: url('renewal'),
    [id()]: 'https://community.letsencrypt.org/t/adding-random-entries-to-the-directory/33417',
    meta: {
      termsOfService: url('terms'),
      externalAccountRequired: faults.externalAccount,
      profiles: { classic: 'The profile of old', shortlived: 'Lives 160 hours' },
    },
  })

  async function read(request: Request, pathname: string) {
    const body = JSON.parse(await request.text()) as { protected: string; payload: string; signature: string } // or the test fails
    const head = JSON.parse(Buffer.from(body.protected, 'base64url').toString()) as {
      alg: string
      nonce: string
      url: string
      kid?: string
      jwk?: JsonWebKey
    }
    if (head.url !== url(pathname.slice(1)))
      throw new Refused(400, 'malformed', 'JWS header url does not match the request')
    if (!nonces.delete(head.nonce) || Math.random() < faults.badNonces)
      throw new Refused(400, 'badNonce', `JWS has an invalid anti-replay nonce: ${head.nonce}`)
    if (head.alg !== 'ES256') throw new Refused(400, 'badSignatureAlgorithm', 'signature algorithm is not ES256')
    const account = head.kid === undefined ? undefined : accounts.get(head.kid.split('/').pop() ?? '')
    if (head.kid !== undefined && !account)
      throw new Refused(400, 'accountDoesNotExist', `Account "${head.kid}" not found`)
    if (account?.isDeactivated) throw new Refused(401, 'unauthorized', 'Account is not valid, has status "deactivated"')
    const key = account?.key ?? createPublicKey({ key: head.jwk ?? {}, format: 'jwk' })
    const isSigned = verify(
      'sha256',
      Buffer.from(`${body.protected}.${body.payload}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(body.signature, 'base64url'),
    )
    if (!isSigned) throw new Refused(400, 'malformed', 'JWS verification error')
    const payload =
      body.payload === '' ? {} : (JSON.parse(Buffer.from(body.payload, 'base64url').toString()) as Payload)
    return { account, payload, jwk: head.jwk }
  }

  function register(payload: Payload, jwk: JsonWebKey | undefined): Response {
    if (!jwk) throw new Refused(400, 'malformed', 'No embedded JWK in JWS header')
    const thumbprint = thumbprintOf(jwk)
    const known = [...accounts.values()].find((one) => one.thumbprint === thumbprint)
    if (known) return reply(200, { status: 'valid' }, { location: url(`accounts/${known.id}`) })
    if (payload.termsOfServiceAgreed !== true)
      throw new Refused(403, 'userActionRequired', 'Provided account did not agree to the terms of service')
    if (faults.externalAccount) requireBinding(payload)
    const account = { id: id(), key: createPublicKey({ key: jwk, format: 'jwk' }), thumbprint, isDeactivated: false }
    accounts.set(account.id, account)
    return reply(201, { status: 'valid', orders: url('orders') }, { location: url(`accounts/${account.id}`) })
  }

  function requireBinding({ externalAccountBinding: binding }: Payload) {
    if (typeof binding !== 'object' || binding === null)
      throw new Refused(
        403,
        'externalAccountRequired',
        'ACME server policy requires newAccount requests must include a value for the externalAccountBinding field',
      )
    const { protected: head, payload, signature } = binding as Record<string, string>
    const { kid } = JSON.parse(Buffer.from(head ?? '', 'base64url').toString()) as { kid: string }
    const expected = new Bun.CryptoHasher('sha256', Buffer.from(externalKey?.key ?? '', 'base64url'))
      .update(`${head}.${payload}`)
      .digest('base64url')
    if (kid !== externalKey?.id || signature !== expected)
      throw new Refused(403, 'unauthorized', 'invalid external account binding')
  }

  function order(account: Account, payload: Payload): Response {
    if (faults.orders !== undefined && faults.orders-- <= 0)
      throw new Refused(
        429,
        'rateLimited',
        'too many certificates (5) already issued for this exact set of identifiers in the last 168h0m0s, retry later: see https://letsencrypt.org/docs/rate-limits/',
        faults.limitedFor,
      )
    const [identifier] = (payload.identifiers ?? []) as Identifier[]
    if (!identifier) throw new Refused(400, 'malformed', 'Order did not specify any identifiers')
    const profile = typeof payload.profile === 'string' ? payload.profile : 'classic'
    if (!['classic', 'shortlived'].includes(profile))
      throw new Refused(400, 'invalidProfile', `profile "${profile}" is not known`)
    const isAddress = isIP(identifier.value) !== 0
    if (identifier.type !== (isAddress ? 'ip' : 'dns'))
      throw new Refused(400, 'malformed', 'identifier of another type')
    if (isAddress && profile !== 'shortlived')
      throw new Refused(400, 'rejectedIdentifier', `profile "${profile}" does not permit ip type identifiers`)
    if (!isAddress && !/^[a-z0-9.-]+\.[a-z]{2,}$/.test(identifier.value))
      throw new Refused(
        400,
        'rejectedIdentifier',
        `Cannot issue for "${identifier.value}": Domain name needs at least one dot`,
      )
    const authorization: AuthorizationRow = {
      id: id(),
      account: account.id,
      identifier,
      status: faults.deactivated ? 'deactivated' : 'pending',
      left: 0,
      challenges: shuffled(
        types.filter((type) => faults.challenges.includes(type) && !(isAddress && type === 'dns-01')),
      ).map((type) => ({
        id: id(),
        type,
        token: randomBytes(32).toString('base64url'),
        status: 'pending',
      })),
    }
    authorizations.set(authorization.id, authorization)
    const made: OrderRow = {
      id: id(),
      account: account.id,
      identifier,
      authorization: authorization.id,
      profile,
      status: 'pending',
      left: 0,
    }
    orders.set(made.id, made)
    return reply(201, orderBody(made), { location: url(`order/${made.id}`) })
  }

  function findOrder(account: Account, key: string): OrderRow {
    const found = orders.get(key)
    if (found?.account !== account.id) throw new Refused(404, 'malformed', 'No order found for this account')
    return found
  }

  const orderBody = ({ id: key, status, identifier, authorization, certificate: made, error }: OrderRow) => ({
    status,
    expires: new Date(at() + DAY).toISOString(),
    identifiers: [identifier],
    authorizations: [url(`authorization/${authorization}`)],
    finalize: url(`finalize/${key}`),
    ...(status === 'valid' && { certificate: url(`certificate/${made}`) }),
    ...(error && { error }),
  })

  const later = (): Record<string, string> =>
    faults.retryAfter === undefined ? {} : { 'retry-after': String(faults.retryAfter) }

  function showOrder(row: OrderRow): Response {
    const authorization = authorizations.get(row.authorization)
    if (row.status === 'pending' && authorization?.status === 'valid') row.status = 'ready'
    if (
      row.status === 'pending' &&
      authorization &&
      ['invalid', 'deactivated', 'expired', 'revoked'].includes(authorization.status)
    )
      row.status = 'invalid'
    if (row.status === 'processing' && row.left-- <= 0) {
      row.status = faults.invalidOrders ? 'invalid' : 'valid'
      if (faults.invalidOrders) row.error = { type: `${PREFIX}serverInternal`, detail: 'Error finalizing order' }
    }
    return reply(200, orderBody(row), row.status === 'processing' ? later() : {})
  }

  function showAuthorization(key: string): Response {
    const row = authorizations.get(key)
    if (!row) throw new Refused(404, 'malformed', 'No authorization found')
    return reply(
      200,
      {
        status: row.status,
        identifier: row.identifier,
        expires: new Date(at() + DAY).toISOString(),
        challenges: shuffled(row.challenges).map(({ id: one, type, token, status, error }) => ({
          type,
          url: url(`challenge/${one}`),
          token,
          status,
          ...(error && { error }),
        })),
      },
      row.status === 'pending' ? later() : {},
    )
  }

  function respond(account: Account, key: string): Response {
    const row = [...authorizations.values()].find(({ challenges }) => challenges.some((one) => one.id === key))
    const challenge = row?.challenges.find((one) => one.id === key)
    if (!row || !challenge) throw new Refused(404, 'malformed', 'Challenge not found')
    if (row.status !== 'pending') throw new Refused(400, 'malformed', `Authorization has status "${row.status}"`)
    if (challenge.status === 'pending') {
      challenge.status = 'processing'
      void judge(account, row, challenge)
    }
    return reply(200, {
      type: challenge.type,
      url: url(`challenge/${key}`),
      token: challenge.token,
      status: challenge.status,
    })
  }

  async function judge(account: Account, row: AuthorizationRow, challenge: ChallengeRow): Promise<void> {
    const failure = await (faults.validation === null
      ? validateAt(account, row, challenge)
      : invented(faults.validation, row))
    for (let left = faults.slowness; left > 0; left--) await Bun.sleep(50)
    challenge.status = failure ? 'invalid' : 'valid'
    row.status = challenge.status
    if (failure) challenge.error = failure
  }

  async function validateAt(
    account: Account,
    { identifier }: AuthorizationRow,
    { type, token }: ChallengeRow,
  ): Promise<Problem | undefined> {
    const wanted: Validation = {
      name: identifier.value,
      address,
      token,
      answer: `${token}.${account.thumbprint}`,
      httpPort,
      tlsPort,
    }
    const failure = await validate(type, wanted)
    return failure && { ...failure, type: `${PREFIX}${failure.type}`, status: 400 }
  }

  function invented(kind: NonNullable<AcmeFaults['validation']>, { identifier: { value } }: AuthorizationRow): Problem {
    const details = {
      dns: `DNS problem: NXDOMAIN looking up A for ${value} - check that a DNS record exists for this domain`,
      connection: `203.0.113.41: Fetching http://${value}/.well-known/acme-challenge/x: Timeout during connect (likely firewall problem)`,
      unauthorized: `203.0.113.9: Invalid response from http://${value}/.well-known/acme-challenge/x: 404`,
      caa: `CAA record for ${value} prevents issuance`,
      tls: 'remote error: tls: handshake failure',
    }
    return { type: `${PREFIX}${kind}`, detail: details[kind], status: 400 }
  }

  function finalize(row: OrderRow, payload: Payload): Response {
    showOrder(row)
    if (row.status !== 'ready')
      throw new Refused(403, 'orderNotReady', `Order's status ("${row.status}") is not acceptable for finalization`)
    const csr = Buffer.from(String(payload.csr ?? ''), 'base64url')
    const publicKey = publicKeyIn(csr)
    const names = publicKey ? alternativeNamesOf(csr) : []
    if (!publicKey || names.length !== 1 || names[0] !== row.identifier.value)
      throw new Refused(400, 'badCSR', 'CSR does not specify same identifiers as Order')
    const length = row.profile === 'shortlived' ? SHORT_LIFE : life
    const chain = ca.issue(row.identifier.value, publicKey, at(), length)
    row.certificate = id()
    certificates.set(row.certificate, chain)
    row.status = 'processing'
    row.left = faults.slowness
    return reply(200, orderBody(row), { location: url(`order/${row.id}`), ...later() })
  }

  function download(key: string): Response {
    const [name = '', which] = key.split('.')
    const chain = certificates.get(name)
    if (!chain) throw new Refused(404, 'malformed', 'Certificate not found')
    return reply(200, which === undefined ? chain : ca.alternate(chain), {
      'content-type': 'application/pem-certificate-chain',
      link: `<${url(`certificate/${name}.1`)}>;rel="alternate"`,
    })
  }

  function renewal(key: string): Response {
    const found = [...certificates.values()]
      .map((pem) => new X509Certificate(pem))
      .find(({ serialNumber }) => {
        const serial = Buffer.from(key.split('.')[1] ?? '', 'base64url')
          .toString('hex')
          .replace(/^00/, '')
        return serial.toUpperCase() === serialNumber
      })
    if (!found) throw new Refused(404, 'malformed', 'Could not find an issuance for that certificate')
    const [from, to] = [Date.parse(found.validFrom), Date.parse(found.validTo)]
    const start = state.window?.start ?? from + ((to - from) * 2) / 3
    const end = state.window?.end ?? start + 2 * DAY
    const suggestedWindow = { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
    return reply(200, { suggestedWindow }, { 'retry-after': '21600' })
  }

  const state: { window: { start: number; end: number } | null } = { window: null }
  const server = Bun.serve({ port, hostname: '127.0.0.1', fetch: answer, idleTimeout: 60 })
  return {
    faults,
    state,
    /** `METHOD /what` of each request. */
    asked,
    root: ca.root,
    get directory() {
      return url('directory')
    },
    counts: () => ({
      accounts: accounts.size,
      orders: orders.size,
      certificates: certificates.size,
    }),
    /** As a staging server that is set up anew. */
    forgetAccounts: () => accounts.clear(),
    deactivateAccounts() {
      for (const account of accounts.values()) account.isDeactivated = true
    },
    stop: () => server.stop(true),
  }
}

type Payload = Record<string, unknown>
type JsonWebKey = { readonly crv?: string; readonly kty?: string; readonly x?: string; readonly y?: string }

function thumbprintOf({ crv, kty, x, y }: JsonWebKey): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
}

const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => ({ one, at: randomInt(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)

/** The key of a request whose signature is right; undefined otherwise. */
function publicKeyIn(csr: Buffer): Buffer | undefined {
  try {
    const [request] = readAll(csr)
    const [content, , signature] = readAll(request?.body ?? Buffer.alloc(0))
    const spki = readAll(content?.body ?? Buffer.alloc(0))[2]?.whole
    if (!content || !signature || !spki || !findAfter(csr, ids.extensionRequest)) return undefined
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    return verify('sha256', content.whole, key, signature.body.subarray(1)) ? spki : undefined
  } catch {
    return undefined
  }
}

/** A root and an intermediate, and another root that has signed the same intermediate. */
function createAuthority(now: () => number) {
  const [rootKey, otherKey, key] = [newKey(), newKey(), newKey()]
  const keyId = createHash('sha1').update(publicKeyOf(key)).digest()
  const isCa = extension('2.5.29.19', sequence(boolean(true)), true)
  const span = { from: now() - DAY, to: now() + 3650 * DAY }
  const sign = (subject: string, of: KeyObject, issuer: string, by: KeyObject) =>
    pemOf(certificate({ subject, issuer, publicKey: publicKeyOf(of), ...span, extensions: [isCa] }, by), 'CERTIFICATE')
  const names = { root: 'Simulated Root', other: 'Another Simulated Root', middle: 'Simulated Authority E5' }
  const root = sign(names.root, rootKey, names.root, rootKey)
  const middle = sign(names.middle, key, names.root, rootKey)
  const crossed = sign(names.middle, key, names.other, otherKey)
  return {
    root,
    issue(name: string, publicKey: Buffer, at: number, life: number): string {
      const extensions = [
        extension(ids.subjectAltName, alternativeName(name), true),
        extension(ids.authorityKey, sequence(implicit(0, keyId))),
        extension('2.5.29.14', octetString(randomBytes(20))),
      ]
      const leaf = certificate(
        { subject: '', issuer: names.middle, publicKey, from: at - HOUR, to: at - HOUR + life - SECOND, extensions },
        key,
      )
      return pemOf(leaf, 'CERTIFICATE') + middle
    },
    alternate: (chain: string): string => chain.replace(middle, crossed),
  }
}
