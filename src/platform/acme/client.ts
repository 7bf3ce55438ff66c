/**
 * A client of ACME (RFC 8555): an account, one order at a time, and renewal information (RFC 9773). It keeps nothing: the
 * caller stores the account's address and the order's, and goes on with them after a crash.
 */
import { createHash, createHmac, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { isIP } from 'node:net'
import * as v from 'valibot'
import type { Wait } from '../gate'
import { readJson } from '../json'
import { fetchOutside } from '../outside'
import { type Clock, SECOND } from '../time'

/** Tries of one request whose nonce the server refuses: Pebble refuses one in twenty, whether good or not. */
const NONCE_TRIES = 8
const ANSWER_WITHIN = 30 * SECOND
const ANSWER_LENGTH = 512 * 1024
const LEAST_POLL = 250
const LONGEST_POLL = 15 * SECOND

export type Challenge = { readonly type: string; readonly url: string; readonly token: string; readonly status: string }
export type Authorization = {
  readonly url: string
  readonly status: string
  readonly name: string
  readonly challenges: readonly Challenge[]
  readonly fault: AcmeFault | undefined
}
export type Order = {
  readonly url: string
  readonly status: string
  readonly authorizations: readonly string[]
  readonly finalize: string
  readonly certificate: string | undefined
  readonly fault: AcmeFault | undefined
  /** Milliseconds to wait before asking again; undefined if the server does not say. */
  readonly wait: number | undefined
}

/** What the server refuses, by the name of RFC 8555 without its prefix: `rateLimited`, `connection`, … */
export class AcmeFault extends Error {
  readonly type: string
  readonly status: number
  /** Milliseconds that the server wants us to wait. */
  readonly wait: number | undefined
  constructor(type: string, detail: string, status = 0, wait?: number) {
    super(detail)
    this.name = 'AcmeFault'
    this.type = type
    this.status = status
    this.wait = wait
  }
}

const ProblemBody = v.object({
  type: v.optional(v.string(), ''),
  detail: v.optional(v.string(), ''),
  subproblems: v.optional(v.array(v.object({ type: v.optional(v.string(), ''), detail: v.optional(v.string(), '') }))),
})
const DirectoryBody = v.object({
  newNonce: v.string(),
  newAccount: v.string(),
  newOrder: v.string(),
  renewalInfo: v.optional(v.string()),
  meta: v.optional(
    v.object({
      externalAccountRequired: v.optional(v.boolean()),
      profiles: v.optional(v.record(v.string(), v.string())),
    }),
  ),
})
type Directory = v.InferOutput<typeof DirectoryBody>
const OrderBody = v.object({
  status: v.string(),
  authorizations: v.array(v.string()),
  finalize: v.string(),
  certificate: v.optional(v.string()),
  error: v.optional(ProblemBody),
})
const AuthorizationBody = v.object({
  status: v.string(),
  identifier: v.object({ type: v.string(), value: v.string() }),
  challenges: v.array(
    v.object({
      type: v.string(),
      url: v.string(),
      token: v.optional(v.string(), ''),
      status: v.optional(v.string(), 'pending'),
      error: v.optional(ProblemBody),
    }),
  ),
})
const RenewalBody = v.object({ suggestedWindow: v.object({ start: v.string(), end: v.string() }) })

export type AcmeOptions = {
  readonly directory: string
  readonly key: KeyObject
  /** Called before anything is sent. */
  readonly acknowledged: Wait
  /** The account's address; undefined until it is registered. */
  readonly account?: string | undefined
  readonly userAgent: string
  readonly clock: Clock
  /** Stops everything that is under way. */
  readonly signal: AbortSignal
  /** Resolves after so many milliseconds. */
  wait(ms: number): Promise<void>
}

/** A key of the operator's account with an authority that asks for one. */
export type ExternalAccount = { readonly id: string; readonly key: string }

/** `wait`: milliseconds of Retry-After. */
type Reply = {
  readonly status: number
  readonly headers: Headers
  readonly body: string
  readonly wait: number | undefined
}

const text = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

export class Acme {
  readonly #options: AcmeOptions
  #account: string | undefined
  #directory: Directory | undefined
  #nonces: string[] = []
  /** The server's clock minus ours in milliseconds, as it was in its last answer. */
  skew: number | undefined

  constructor(options: AcmeOptions) {
    this.#options = options
    this.#account = options.account
  }

  async directory(): Promise<Directory> {
    this.#directory ??= parse(DirectoryBody, await this.#ask('GET', this.#options.directory))
    return this.#directory
  }

  /** Registers the key, or finds its account. Returns the account's address. */
  async register(email: string, external?: ExternalAccount): Promise<string> {
    const { newAccount, meta } = await this.directory()
    if (meta?.externalAccountRequired && !external)
      throw new AcmeFault('externalAccountRequired', 'the authority wants an account of its own')
    const reply = await this.#post(newAccount, {
      termsOfServiceAgreed: true,
      ...(email !== '' && { contact: [`mailto:${email}`] }),
      ...(external && { externalAccountBinding: bindingOf(external, this.#options.key, newAccount) }),
    })
    const account = reply.headers.get('location')
    if (account === null) throw new AcmeFault('malformed', 'the authority did not say where the account is')
    this.#account = account
    return account
  }

  /** Signs with the key again, until it is registered. */
  forgetAccount(): void {
    this.#account = undefined
  }

  /** `replaces` names the certificate that it renews. */
  async order(name: string, profile: string | undefined, replaces: string | undefined): Promise<Order> {
    const { newOrder, meta } = await this.directory()
    const identifiers = [{ type: isIP(name) ? 'ip' : 'dns', value: name }]
    if (profile !== undefined && meta?.profiles?.[profile] === undefined)
      throw new AcmeFault('invalidProfile', `the authority has no profile ${profile}`)
    const reply = await this.#post(newOrder, {
      identifiers,
      ...(profile && { profile }),
      ...(replaces && { replaces }),
    })
    return orderOf(reply, reply.headers.get('location') ?? '')
  }

  async readOrder(url: string): Promise<Order> {
    return orderOf(await this.#post(url, ''), url)
  }

  async authorization(url: string): Promise<Authorization> {
    const body = parse(AuthorizationBody, await this.#post(url, ''))
    const failed = body.challenges.find(({ error }) => error)?.error
    return {
      url,
      status: body.status,
      name: body.identifier.value,
      challenges: body.challenges.map(({ type, url, token, status }) => ({ type, url, token, status })),
      fault: failed && faultOf(failed, 0, undefined),
    }
  }

  /** What a challenge is answered with. */
  keyAuthorization(token: string): string {
    return `${token}.${thumbprintOf(this.#options.key)}`
  }

  /** Says that a challenge can be validated now. */
  async respond({ url }: Challenge): Promise<void> {
    await this.#post(url, {})
  }

  async finalize({ url, finalize }: Order, request: Buffer): Promise<Order> {
    return orderOf(await this.#post(finalize, { csr: request.toString('base64url') }), url)
  }

  /** The chain in PEM, the server's own choice among those it offers. */
  async download(url: string): Promise<string> {
    return (await this.#post(url, '')).body
  }

  /** When the authority wants a certificate renewed, and in how many milliseconds to ask again. Null if it does not say. */
  async renewalWindow(id: string): Promise<{ start: number; end: number; wait: number | undefined } | null> {
    const { renewalInfo } = await this.directory()
    if (renewalInfo === undefined) return null
    const reply = await this.#ask('GET', `${renewalInfo.replace(/\/$/, '')}/${id}`)
    const { start, end } = parse(RenewalBody, reply).suggestedWindow
    return { start: Date.parse(start), end: Date.parse(end), wait: reply.wait }
  }

  /** Asks until the status is another one than these. */
  async settle<T extends { readonly status: string }>(
    read: () => Promise<T>,
    waiting: readonly string[],
    most: number,
  ): Promise<T> {
    let pause = LEAST_POLL
    for (let waited = 0; ; ) {
      const state = await read()
      if (!waiting.includes(state.status)) return state
      if (waited >= most) throw new AcmeFault('timeout', `still ${state.status} after ${Math.round(waited / SECOND)} s`)
      const asked = 'wait' in state && typeof state.wait === 'number' ? state.wait : pause
      const next = Math.min(Math.max(asked, LEAST_POLL), Math.max(LEAST_POLL, most - waited))
      await this.#options.wait(next)
      waited += next
      pause = Math.min(2 * pause, LONGEST_POLL)
    }
  }

  async #post(url: string, payload: unknown): Promise<Reply> {
    for (let tries = 1; ; tries++) {
      const nonce = this.#nonces.pop() ?? (await this.#newNonce())
      try {
        return await this.#ask('POST', url, this.#sign(url, payload, nonce))
      } catch (error) {
        if (!(error instanceof AcmeFault) || error.type !== 'badNonce' || tries >= NONCE_TRIES) throw error
      }
    }
  }

  async #newNonce(): Promise<string> {
    const { newNonce } = await this.directory()
    await this.#ask('HEAD', newNonce)
    const nonce = this.#nonces.pop()
    if (nonce === undefined) throw new AcmeFault('malformed', 'the authority gave no nonce')
    return nonce
  }

  #sign(url: string, payload: unknown, nonce: string): string {
    const { key } = this.#options
    const by = this.#account === undefined ? { jwk: publicJwk(key) } : { kid: this.#account }
    const head = text({ alg: 'ES256', ...by, nonce, url })
    const body = text(payload)
    const signature = sign('sha256', Buffer.from(`${head}.${body}`), { key, dsaEncoding: 'ieee-p1363' })
    return JSON.stringify({ protected: head, payload: body, signature: signature.toString('base64url') })
  }

  /** Throws an `AcmeFault` for every answer that is none: `unreachable` if there is no answer at all. */
  async #ask(method: string, url: string, body?: string): Promise<Reply> {
    const { signal, userAgent, clock, acknowledged } = this.#options
    let reply: Reply
    try {
      const request = {
        method,
        headers: { 'user-agent': userAgent, ...(body !== undefined && { 'content-type': 'application/jose+json' }) },
        ...(body !== undefined && { body }),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN)]),
      } as const
      const response = await fetchOutside(url, request, acknowledged)
      const { status, headers } = response
      reply = { status, headers, body: await readBounded(response), wait: waitOf(headers, clock()) }
    } catch (error) {
      if (error instanceof AcmeFault || signal.aborted) throw error
      throw new AcmeFault('unreachable', error instanceof Error ? error.message : String(error))
    }
    this.#note(reply.headers)
    if (reply.status >= 200 && reply.status < 300) return reply
    throw faultOf(problemIn(reply.body), reply.status, reply.wait)
  }

  #note(headers: Headers) {
    const nonce = headers.get('replay-nonce')
    if (nonce !== null) this.#nonces = [...this.#nonces, nonce].slice(-5)
    const date = Date.parse(headers.get('date') ?? '')
    if (!Number.isNaN(date)) this.skew = date - this.#options.clock()
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > ANSWER_LENGTH) throw new AcmeFault('malformed', 'the authority answers at too great a length')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parse<S extends v.GenericSchema>(schema: S, { body }: Reply): v.InferOutput<S> {
  const read = v.safeParse(schema, readJson(body))
  if (!read.success) throw new AcmeFault('malformed', 'the authority answers with something else than ACME')
  return read.output
}

const problemIn = (body: string): v.InferOutput<typeof ProblemBody> => {
  const read = v.safeParse(ProblemBody, readJson(body))
  return read.success ? read.output : { type: '', detail: body.slice(0, 200) }
}

const PREFIX = 'urn:ietf:params:acme:error:'
const plain = (type: string) => (type.startsWith(PREFIX) ? type.slice(PREFIX.length) : '')

/** The first of several problems says more than `compound`. */
function faultOf(problem: v.InferOutput<typeof ProblemBody>, status: number, wait: number | undefined): AcmeFault {
  const [first] = problem.subproblems ?? []
  const { type, detail } = plain(problem.type) === 'compound' && first ? first : problem
  const fallback = status === 429 ? 'rateLimited' : status >= 500 ? 'serverInternal' : 'malformed'
  return new AcmeFault(
    plain(type) || fallback,
    detail.slice(0, 500) || `the authority answered ${status}`,
    status,
    wait,
  )
}

const orderOf = (reply: Reply, url: string): Order => {
  const { error, certificate, ...body } = parse(OrderBody, reply)
  const fault = error && faultOf(error, 0, undefined)
  return { ...body, url, certificate, fault, wait: reply.wait }
}

/** Retry-After is seconds or a date. */
function waitOf(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

/** In the order that the thumbprint needs. */
function publicJwk(key: KeyObject) {
  const { crv, kty, x, y } = createPublicKey(key).export({ format: 'jwk' })
  return { crv, kty, x, y }
}

export const thumbprintOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(JSON.stringify(publicJwk(key)))
    .digest('base64url')

function bindingOf({ id, key }: ExternalAccount, account: KeyObject, url: string) {
  const head = text({ alg: 'HS256', kid: id, url })
  const payload = text(publicJwk(account))
  const signature = createHmac('sha256', Buffer.from(key, 'base64url')).update(`${head}.${payload}`).digest('base64url')
  return { protected: head, payload, signature }
}
