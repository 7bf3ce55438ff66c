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
  alternativeNames,
  alternativeNamesOf,
  certificate,
  extension,
  ids,
  newKey,
  pemOf,
  publicKeyOf,
} from '../../platform/acme/x509'
import { DAY, HOUR, SECOND } from '../../platform/time'
import { validate } from './validation'

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

class AcmeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    detail: string,
    readonly wait?: number,
  ) {
    super(detail)
  }
}

const usualFaults: AcmeFaults = {
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

type Caller = { readonly account: Account | undefined; readonly payload: Payload; readonly jwk: JsonWebKey | undefined }

const newId = () => randomBytes(9).toString('base64url')
const final = ['invalid', 'deactivated', 'expired', 'revoked']

export class AcmeStandIn {
  readonly faults: AcmeFaults = { ...usualFaults }
  /** `METHOD /what` of each request. */
  readonly asked: string[] = []
  /** Milliseconds that its certificates live, but for those of addresses. */
  life: number
  /** When it wants certificates renewed; null for two thirds of their life. */
  window: { readonly start: number; readonly end: number } | null = null
  readonly #options: AcmeOptions
  readonly #authority: ReturnType<typeof createAuthority>
  readonly #nonces = new Set<string>()
  readonly #accounts = new Map<string, Account>()
  readonly #orders = new Map<string, OrderRow>()
  readonly #authorizations = new Map<string, AuthorizationRow>()
  readonly #certificates = new Map<string, string>()
  readonly #server: Bun.Server<undefined>

  constructor(options: AcmeOptions) {
    this.#options = options
    this.life = options.life ?? LIFE
    this.#authority = createAuthority(options.now ?? Date.now)
    const fetch = (request: Request) => this.#answer(request)
    this.#server = Bun.serve({ port: options.port ?? 0, hostname: '127.0.0.1', fetch, idleTimeout: 60 })
  }

  get directory(): string {
    return this.#url('directory')
  }

  /** The root of its chain, in PEM. */
  get root(): string {
    return this.#authority.root
  }

  counts() {
    return { accounts: this.#accounts.size, orders: this.#orders.size, certificates: this.#certificates.size }
  }

  /** As a staging server that is set up anew. */
  forgetAccounts(): void {
    this.#accounts.clear()
  }

  deactivateAccounts(): void {
    for (const account of this.#accounts.values()) account.isDeactivated = true
  }

  stop(): Promise<void> {
    return this.#server.stop(true)
  }

  #now(): number {
    return (this.#options.now ?? Date.now)() + this.faults.skew
  }

  #url(path: string): string {
    return `http://127.0.0.1:${this.#server.port}/${path}`
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    this.asked.push(`${request.method} ${pathname.replace(/^(\/[a-z-]+).*/, '$1')}`)
    if (this.faults.isDown) return this.#reply(503, 'down for maintenance', { 'content-type': 'text/plain' })
    try {
      return await this.#route(request, pathname)
    } catch (error) {
      if (!(error instanceof AcmeRefusal)) throw error
      const { status, type, wait } = error
      const body = { type: `${PREFIX}${type}`, detail: error.message, status }
      const pause: Record<string, string> = wait === undefined ? {} : { 'retry-after': String(wait) }
      return this.#reply(status, body, { 'content-type': 'application/problem+json', ...pause })
    }
  }

  #reply(status: number, body: unknown, headers: Record<string, string> = {}): Response {
    const nonce = newId()
    this.#nonces.add(nonce)
    return new Response(body === null ? null : typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: {
        'content-type': 'application/json',
        'replay-nonce': nonce,
        date: new Date(this.#now()).toUTCString(),
        'cache-control': 'no-store',
        ...headers,
      },
    })
  }

  async #route(request: Request, pathname: string): Promise<Response> {
    if (pathname === '/directory') return this.#reply(200, this.#directory())
    if (pathname === '/nonce') return this.#reply(request.method === 'HEAD' ? 200 : 204, null)
    if (pathname.startsWith('/renewal/')) return this.#renewal(pathname.slice('/renewal/'.length))
    if (request.method !== 'POST') throw new AcmeRefusal(405, 'malformed', 'Method not allowed')
    if (request.headers.get('content-type') !== 'application/jose+json')
      throw new AcmeRefusal(415, 'malformed', 'Invalid Content-Type header on POST')
    const { account, payload, jwk } = await this.#read(request, pathname)
    if (pathname === '/account') return this.#register(payload, jwk)
    if (!account) throw new AcmeRefusal(400, 'malformed', 'No Key ID in JWS header')
    const [, what, key = ''] = pathname.split('/')
    if (what === 'order' && key === '') return this.#order(account, payload)
    if (what === 'order') return this.#showOrder(this.#findOrder(account, key))
    if (what === 'finalize') return this.#finalize(this.#findOrder(account, key), payload)
    if (what === 'authorization') return this.#showAuthorization(key)
    if (what === 'challenge') return this.#respond(account, key)
    if (what === 'certificate') return this.#download(key)
    throw new AcmeRefusal(404, 'malformed', 'Not found')
  }

  #directory() {
    return {
      newNonce: this.#url('nonce'),
      newAccount: this.#url('account'),
      newOrder: this.#url('order'),
      renewalInfo: this.#url('renewal'),
      [newId()]: 'https://community.letsencrypt.org/t/adding-random-entries-to-the-directory/33417',
      meta: {
        termsOfService: this.#url('terms'),
        externalAccountRequired: this.faults.externalAccount,
        profiles: { classic: 'The profile of old', shortlived: 'Lives 160 hours' },
      },
    }
  }

  async #read(request: Request, pathname: string): Promise<Caller> {
    const body = JSON.parse(await request.text()) as { protected: string; payload: string; signature: string } // or the test fails
    const head = JSON.parse(Buffer.from(body.protected, 'base64url').toString()) as {
      alg: string
      nonce: string
      url: string
      kid?: string
      jwk?: JsonWebKey
    }
    if (head.url !== this.#url(pathname.slice(1)))
      throw new AcmeRefusal(400, 'malformed', 'JWS header url does not match the request')
    if (!this.#nonces.delete(head.nonce) || Math.random() < this.faults.badNonces)
      throw new AcmeRefusal(400, 'badNonce', `JWS has an invalid anti-replay nonce: ${head.nonce}`)
    if (head.alg !== 'ES256') throw new AcmeRefusal(400, 'badSignatureAlgorithm', 'signature algorithm is not ES256')
    const account = head.kid === undefined ? undefined : this.#accounts.get(head.kid.split('/').pop() ?? '')
    if (head.kid !== undefined && !account)
      throw new AcmeRefusal(400, 'accountDoesNotExist', `Account "${head.kid}" not found`)
    if (account?.isDeactivated)
      throw new AcmeRefusal(401, 'unauthorized', 'Account is not valid, has status "deactivated"')
    const key = account?.key ?? createPublicKey({ key: head.jwk ?? {}, format: 'jwk' })
    const content = Buffer.from(`${body.protected}.${body.payload}`)
    const signature = Buffer.from(body.signature, 'base64url')
    if (!verify('sha256', content, { key, dsaEncoding: 'ieee-p1363' }, signature))
      throw new AcmeRefusal(400, 'malformed', 'JWS verification error')
    const payload =
      body.payload === '' ? {} : (JSON.parse(Buffer.from(body.payload, 'base64url').toString()) as Payload)
    return { account, payload, jwk: head.jwk }
  }

  #register(payload: Payload, jwk: JsonWebKey | undefined): Response {
    if (!jwk) throw new AcmeRefusal(400, 'malformed', 'No embedded JWK in JWS header')
    const thumbprint = thumbprintOf(jwk)
    const known = [...this.#accounts.values()].find((one) => one.thumbprint === thumbprint)
    const locationOf = ({ id }: Account) => ({ location: this.#url(`accounts/${id}`) })
    if (known) return this.#reply(200, { status: 'valid' }, locationOf(known))
    if (payload.termsOfServiceAgreed !== true)
      throw new AcmeRefusal(403, 'userActionRequired', 'Provided account did not agree to the terms of service')
    if (this.faults.externalAccount) requireBinding(payload, this.#options.externalKey)
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const account: Account = { id: newId(), key, thumbprint, isDeactivated: false }
    this.#accounts.set(account.id, account)
    return this.#reply(201, { status: 'valid', orders: this.#url('orders') }, locationOf(account))
  }

  #order(account: Account, payload: Payload): Response {
    const { faults } = this
    if (faults.orders !== undefined && faults.orders-- <= 0)
      throw new AcmeRefusal(429, 'rateLimited', TOO_MANY, faults.limitedFor)
    const [identifier] = (payload.identifiers ?? []) as Identifier[] // checked below
    if (!identifier) throw new AcmeRefusal(400, 'malformed', 'Order did not specify any identifiers')
    const profile = typeof payload.profile === 'string' ? payload.profile : 'classic'
    requireAllowed(identifier, profile)
    const offered = types.filter(
      (type) => faults.challenges.includes(type) && (identifier.type === 'dns' || type !== 'dns-01'),
    )
    const authorization: AuthorizationRow = {
      id: newId(),
      account: account.id,
      identifier,
      status: faults.deactivated ? 'deactivated' : 'pending',
      challenges: shuffled(offered).map((type) => ({
        id: newId(),
        type,
        token: randomBytes(32).toString('base64url'),
        status: 'pending',
      })),
    }
    this.#authorizations.set(authorization.id, authorization)
    const of = { account: account.id, identifier, authorization: authorization.id, profile }
    const made: OrderRow = { id: newId(), ...of, status: 'pending', left: 0 }
    this.#orders.set(made.id, made)
    return this.#reply(201, this.#orderBody(made), { location: this.#url(`order/${made.id}`) })
  }

  #findOrder(account: Account, key: string): OrderRow {
    const found = this.#orders.get(key)
    if (found?.account !== account.id) throw new AcmeRefusal(404, 'malformed', 'No order found for this account')
    return found
  }

  #orderBody({ id, status, identifier, authorization, certificate, error }: OrderRow) {
    return {
      status,
      expires: new Date(this.#now() + DAY).toISOString(),
      identifiers: [identifier],
      authorizations: [this.#url(`authorization/${authorization}`)],
      finalize: this.#url(`finalize/${id}`),
      ...(status === 'valid' && { certificate: this.#url(`certificate/${certificate}`) }),
      ...(error && { error }),
    }
  }

  #later(): Record<string, string> {
    const { retryAfter } = this.faults
    return retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  }

  /** Moves the order on, as time does for a real one. */
  #showOrder(row: OrderRow): Response {
    const status = this.#authorizations.get(row.authorization)?.status ?? ''
    if (row.status === 'pending' && status === 'valid') row.status = 'ready'
    if (row.status === 'pending' && final.includes(status)) row.status = 'invalid'
    if (row.status === 'processing' && row.left-- <= 0) {
      row.status = this.faults.invalidOrders ? 'invalid' : 'valid'
      if (this.faults.invalidOrders) row.error = { type: `${PREFIX}serverInternal`, detail: 'Error finalizing order' }
    }
    return this.#reply(200, this.#orderBody(row), row.status === 'processing' ? this.#later() : {})
  }

  #showAuthorization(key: string): Response {
    const row = this.#authorizations.get(key)
    if (!row) throw new AcmeRefusal(404, 'malformed', 'No authorization found')
    const challenges = shuffled(row.challenges).map(({ id, ...shown }) => ({
      ...shown,
      url: this.#url(`challenge/${id}`),
    }))
    const expires = new Date(this.#now() + DAY).toISOString()
    const body = { status: row.status, identifier: row.identifier, expires, challenges }
    return this.#reply(200, body, row.status === 'pending' ? this.#later() : {})
  }

  #respond(account: Account, key: string): Response {
    const row = [...this.#authorizations.values()].find(({ challenges }) => challenges.some(({ id }) => id === key))
    const challenge = row?.challenges.find(({ id }) => id === key)
    if (!row || !challenge) throw new AcmeRefusal(404, 'malformed', 'Challenge not found')
    if (row.status !== 'pending') throw new AcmeRefusal(400, 'malformed', `Authorization has status "${row.status}"`)
    if (challenge.status === 'pending') {
      challenge.status = 'processing'
      void this.#judge(account, row, challenge)
    }
    const { type, token, status } = challenge
    return this.#reply(200, { type, url: this.#url(`challenge/${key}`), token, status })
  }

  async #judge(account: Account, row: AuthorizationRow, challenge: ChallengeRow): Promise<void> {
    const { validation, slowness } = this.faults
    const failure =
      validation === null
        ? await this.#validate(account, row, challenge)
        : inventFailure(validation, row.identifier.value)
    for (let left = slowness; left > 0; left--) await Bun.sleep(STEP)
    challenge.status = failure ? 'invalid' : 'valid'
    row.status = challenge.status
    if (failure) challenge.error = failure
  }

  async #validate(
    account: Account,
    row: AuthorizationRow,
    { type, token }: ChallengeRow,
  ): Promise<Problem | undefined> {
    const { httpPort, tlsPort, address = '127.0.0.1' } = this.#options
    const answer = `${token}.${account.thumbprint}`
    const failure = await validate(type, { name: row.identifier.value, address, token, answer, httpPort, tlsPort })
    return failure && { ...failure, type: `${PREFIX}${failure.type}`, status: 400 }
  }

  #finalize(row: OrderRow, payload: Payload): Response {
    this.#showOrder(row)
    if (row.status !== 'ready')
      throw new AcmeRefusal(403, 'orderNotReady', `Order's status ("${row.status}") is not acceptable for finalization`)
    const csr = Buffer.from(String(payload.csr ?? ''), 'base64url')
    const publicKey = publicKeyIn(csr)
    const names = publicKey ? alternativeNamesOf(csr) : []
    if (!publicKey || names.length !== 1 || names[0] !== row.identifier.value)
      throw new AcmeRefusal(400, 'badCSR', 'CSR does not specify same identifiers as Order')
    const life = row.profile === 'shortlived' ? SHORT_LIFE : this.life
    row.certificate = newId()
    this.#certificates.set(row.certificate, this.#authority.issue(row.identifier.value, publicKey, this.#now(), life))
    row.status = 'processing'
    row.left = this.faults.slowness
    return this.#reply(200, this.#orderBody(row), { location: this.#url(`order/${row.id}`), ...this.#later() })
  }

  #download(key: string): Response {
    const [name = '', which] = key.split('.')
    const chain = this.#certificates.get(name)
    if (!chain) throw new AcmeRefusal(404, 'malformed', 'Certificate not found')
    return this.#reply(200, which === undefined ? chain : this.#authority.alternate(chain), {
      'content-type': 'application/pem-certificate-chain',
      link: `<${this.#url(`certificate/${name}.1`)}>;rel="alternate"`,
    })
  }

  #renewal(key: string): Response {
    const serial = Buffer.from(key.split('.')[1] ?? '', 'base64url')
      .toString('hex')
      .replace(/^00/, '')
      .toUpperCase()
    const found = [...this.#certificates.values()]
      .map((pem) => new X509Certificate(pem))
      .find(({ serialNumber }) => serialNumber === serial)
    if (!found) throw new AcmeRefusal(404, 'malformed', 'Could not find an issuance for that certificate')
    const [from, to] = [Date.parse(found.validFrom), Date.parse(found.validTo)]
    const start = this.window?.start ?? from + ((to - from) * 2) / 3
    const end = this.window?.end ?? start + 2 * DAY
    const suggestedWindow = { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
    return this.#reply(200, { suggestedWindow }, { 'retry-after': '21600' })
  }
}

export const startAcme = (options: AcmeOptions): AcmeStandIn => new AcmeStandIn(options)

/** Milliseconds of a validation that takes time. */
const STEP = 50
const TOO_MANY =
  'too many certificates (5) already issued for this exact set of identifiers in the last 168h0m0s: see https://letsencrypt.org/docs/rate-limits/'

function requireAllowed({ type, value }: Identifier, profile: string): void {
  if (!['classic', 'shortlived'].includes(profile))
    throw new AcmeRefusal(400, 'invalidProfile', `profile "${profile}" is not known`)
  const isAddress = isIP(value) !== 0
  if (type !== (isAddress ? 'ip' : 'dns')) throw new AcmeRefusal(400, 'malformed', 'identifier of another type')
  if (isAddress && profile !== 'shortlived')
    throw new AcmeRefusal(400, 'rejectedIdentifier', `profile "${profile}" does not permit ip type identifiers`)
  if (!isAddress && !/^[a-z0-9.-]+\.[a-z]{2,}$/.test(value))
    throw new AcmeRefusal(400, 'rejectedIdentifier', `Cannot issue for "${value}": Domain name needs at least one dot`)
}

function requireBinding({ externalAccountBinding }: Payload, known: AcmeOptions['externalKey']): void {
  if (typeof externalAccountBinding !== 'object' || externalAccountBinding === null)
    throw new AcmeRefusal(403, 'externalAccountRequired', 'newAccount requests must include externalAccountBinding')
  const { protected: head = '', payload, signature } = externalAccountBinding as Record<string, string> // checked by its signature
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string }
  const expected = new Bun.CryptoHasher('sha256', Buffer.from(known?.key ?? '', 'base64url'))
    .update(`${head}.${payload}`)
    .digest('base64url')
  if (kid !== known?.id || signature !== expected)
    throw new AcmeRefusal(403, 'unauthorized', 'invalid external account binding')
}

function inventFailure(kind: NonNullable<AcmeFaults['validation']>, name: string): Problem {
  const url = `http://${name}/.well-known/acme-challenge/x`
  const details = {
    dns: `DNS problem: NXDOMAIN looking up A for ${name} - check that a DNS record exists for this domain`,
    connection: `203.0.113.41: Fetching ${url}: Timeout during connect (likely firewall problem)`,
    unauthorized: `203.0.113.9: Invalid response from ${url}: 404`,
    caa: `CAA record for ${name} prevents issuance`,
    tls: 'remote error: tls: handshake failure',
  }
  return { type: `${PREFIX}${kind}`, detail: details[kind], status: 400 }
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
        extension(ids.subjectAltName, alternativeNames(name), true),
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
