/**
 * Requests to other servers, which leave when everything they may show is acknowledged. Those to servers that users
 * configure have limits on time and size; redirects are followed only where the caller asks for it, and each address on
 * the way passes the same guard.
 */
import { lookup as resolve } from 'node:dns/promises'
import { request as askPlain, type IncomingMessage } from 'node:http'
import { request as askSecurely } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { createBudget } from './budget'
import { createPieceCollector } from './garbage'
import type { Wait } from './gate'
import { isNetwork, privateNetworks, within } from './networks'

/**
 * `notPublic`: not https, or an address outside the public internet. `redirects`: more of them than are followed, or one to
 * nowhere. `encoding`: an unknown content encoding.
 */
export type OutsideFault = 'timeout' | 'unreachable' | 'tooLong' | 'notPublic' | 'redirects' | 'encoding'

export class OutsideFailed extends Error {
  readonly fault: OutsideFault
  constructor(fault: OutsideFault, cause?: unknown) {
    super(`a server outside: ${fault}`, { cause })
    this.name = 'OutsideFailed'
    this.fault = fault
  }
}

/**
 * `public` allows only https to internet addresses, for what a company configures, and besides what the operator allows
 * (`outsideAllow` of the operator's settings). What the operator configures may reach `any` address.
 */
export type Reach = {
  /** Called before anything is sent, for commits that it may show: `cx.wait` of the company on whose behalf it is sent. */
  readonly wait: Wait
} & (
  | { readonly reach: 'public'; readonly allowed: OutsideAllow }
  | { readonly reach: 'any'; readonly allowed?: undefined }
)

export type OutsideRequest = Reach & {
  readonly url: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Certificate and key in PEM, for servers that ask for one; `ca` replaces the well-known authorities. */
  readonly identity?: { readonly cert: string; readonly key: string; readonly ca?: string | undefined }
  /** Milliseconds for the whole response. */
  readonly limit: number
  /** Milliseconds without a byte; by default only `limit` counts. */
  readonly silence?: number
  /** Maximum bytes of the response, after decompression. */
  readonly most: number
  /** Reads a response that the server compressed, though nobody asked for it. By default it comes as it is. */
  readonly decompress?: true
  /** How many redirects of a GET are followed; by default none: the redirect is the response. */
  readonly redirects?: number
  /** Cuts a longer response instead of failing. */
  readonly isExcerptEnough?: boolean
  /** Aborts when the caller has disconnected. */
  readonly left: AbortSignal
}

/** `retryAfter` is the header Retry-After as sent. */
export type OutsideAnswer = {
  readonly status: number
  readonly body: string
  /** Media type, without parameters. */
  readonly type: string
  readonly retryAfter: string | null
}
export type OutsideStream = {
  readonly status: number
  /** Media type, without parameters. */
  readonly type: string
  /** The header Retry-After as sent. */
  readonly retryAfter: string | null
  /** The header Content-Disposition, which may name a file. */
  readonly disposition: string | null
  /** Another header by its name in lower case, empty if it is missing. */
  header(name: string): string
  /** Where the response came from, after redirects. */
  readonly url: string
  /** Throws an `OutsideFailed` when the response breaks off. Leaving the loop closes the connection. */
  readonly parts: AsyncGenerator<Buffer>
  /** For a response that nobody reads. */
  close(): void
}

/** The answer comes in a share of the event loop of its own, for the caller to read it. */
export async function askOutside(wanted: OutsideRequest): Promise<OutsideAnswer> {
  const { status, type, retryAfter, parts } = await openOutside(wanted)
  const body: Buffer[] = []
  for await (const part of parts) body.push(part)
  await createBudget().rest()
  return { status, type, retryAfter, body: Buffer.concat(body).subarray(0, wanted.most).toString('utf8') }
}

/** Whether companies may reach an address that is not public, also by http. */
export interface OutsideAllow {
  (address: string, port: number): boolean
  /** Whether nothing is allowed now: then http is refused before the name is resolved. */
  allowsNothing?(): boolean
}
export const allowNothing: OutsideAllow = Object.assign(() => false, { allowsNothing: () => true })

/** What either of them allows at the time of the call. */
export const eitherAllows = (one: OutsideAllow, other: OutsideAllow): OutsideAllow =>
  Object.assign((address: string, port: number) => one(address, port) || other(address, port), {
    allowsNothing: () => (one.allowsNothing?.() && other.allowsNothing?.()) ?? false,
  })

/**
 * Reads that setting: `192.168.1.10:5678, 10.0.0.0/8:3000, [fd00::/8]:443`. A port `*` means every port.
 * Undefined if malformed.
 */
export function readOutsideAllow(words: string): OutsideAllow | undefined {
  const rules = words.split(',').map((one) => readRule(one.trim()))
  if (!rules.every((one) => one !== undefined)) return undefined
  return (address, port) => rules.some((allows) => allows(address, port))
}

function readRule(rule: string): OutsideAllow | undefined {
  const [, v6, v4, wantedPort = ''] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\*|\d{1,5})$/.exec(rule) ?? []
  const network = v6 ?? v4 ?? ''
  if (!isNetwork(network) || Number(wantedPort) > 65_535) return undefined
  const isInside = within([network])
  return (address, port) => isInside(address) && (wantedPort === '*' || Number(wantedPort) === port)
}

/** Returns once the headers have arrived; the body is read part by part. */
export async function openOutside(wanted: OutsideRequest): Promise<OutsideStream> {
  await untilAcknowledged(wanted, wanted.left)
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), wanted.limit)
  const silent = setTimeout(() => late.abort(), wanted.silence ?? wanted.limit)
  const stop = () => {
    clearTimeout(timer)
    clearTimeout(silent)
  }
  const faultOf = (error: unknown) =>
    error instanceof OutsideFailed ? error : new OutsideFailed(late.signal.aborted ? 'timeout' : 'unreachable', error)
  try {
    const signal = AbortSignal.any([late.signal, wanted.left])
    signal.throwIfAborted()
    const { came, url } = await follow(wanted, signal)
    const close = () => {
      stop()
      came.destroy()
    }
    const type = (came.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
    const parts = readParts(came, wanted, { heard: () => silent.refresh(), faultOf, close })
    const { 'retry-after': retryAfter = null, 'content-disposition': disposition = null } = came.headers
    const header = (name: string) => String(came.headers[name] ?? '')
    return { status: came.statusCode ?? 0, type, retryAfter, disposition, header, url, parts, close }
  } catch (error) {
    stop()
    throw faultOf(error)
  }
}

/** Before the first byte. Throws an `OutsideFailed` if it must never be sent, or when the caller has left. */
export async function untilAcknowledged({ wait }: Pick<Reach, 'wait'>, left?: AbortSignal): Promise<void> {
  const acknowledged = wait()
  if (!acknowledged) return
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(left?.reason)
  left?.addEventListener('abort', stop)
  try {
    await Promise.race([acknowledged, promise])
  } catch (error) {
    throw new OutsideFailed('unreachable', error)
  } finally {
    left?.removeEventListener('abort', stop)
  }
}

/** The runtime's `fetch`, for servers whose address nobody can choose. */
export async function fetchOutside(url: string | URL, init: BunFetchRequestInit, wait: Wait): Promise<Response> {
  await untilAcknowledged({ wait }, init.signal ?? undefined)
  return fetch(url, init)
}

type Came = { readonly came: IncomingMessage; readonly url: string }

/** Sends the request, and sends it again to where the response leads. */
async function follow(wanted: OutsideRequest, signal: AbortSignal): Promise<Came> {
  let { url, headers } = wanted
  for (let left = wanted.redirects ?? 0; ; left--) {
    const came = await send({ ...wanted, url, headers }, signal)
    if (wanted.redirects === undefined || !redirects.has(came.statusCode ?? 0)) return { came, url }
    came.destroy()
    const next = left > 0 ? redirectOf(came, url) : undefined
    if (next === undefined) throw new OutsideFailed('redirects')
    if (next.origin !== new URL(url).origin) headers = withoutCredentials(headers)
    url = next.href
  }
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Undefined if there is none, or one that is no address. A redirect signs nobody in. */
function redirectOf({ headers: { location = '' } }: IncomingMessage, from: string): URL | undefined {
  const written = Buffer.from(location, 'latin1').toString('utf8') // as servers send letters beyond ASCII
  const to = location === '' ? null : URL.parse(written.includes('\uFFFD') ? location : written, from)
  if (!to || !/^https?:$/.test(to.protocol)) return undefined
  Object.assign(to, { username: '', password: '', hash: '' })
  return to
}

/** Another origin gets only headers that say nothing about the caller. */
const withoutCredentials = (headers: OutsideRequest['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /^(accept|accept-\w+|user-agent)$/i.test(name)))

function send(wanted: OutsideRequest, signal: AbortSignal) {
  const { url, method, headers, body, identity, reach, allowed = allowNothing } = wanted
  const address = new URL(url)
  const mayReach = reachOf(address, allowed)
  if (reach === 'public' && isRefused(address, allowed, mayReach)) throw new OutsideFailed('notPublic')
  const { promise, resolve: answer, reject } = Promise.withResolvers<IncomingMessage>()
  const ask = address.protocol === 'https:' ? askSecurely : askPlain
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  const guard = reach === 'public' && { lookup: lookupWithin(mayReach) }
  const request = ask(address, { method, headers, signal, ...identity, ...guard }, answer)
  request.on('error', reject)
  request.end(body)
  return promise.finally(() => signal.removeEventListener('abort', stop))
}

/** Of all responses together: what is read from them is soon garbage. */
const collectAfter = createPieceCollector()

type Reading = { heard(): void; faultOf(error: unknown): OutsideFailed; close(): void }

async function* readParts(
  came: IncomingMessage,
  { most, isExcerptEnough = false, decompress }: OutsideRequest,
  { heard, faultOf, close }: Reading,
) {
  let size = 0
  try {
    const said = Number(came.headers['content-length'] ?? 0)
    if (said > most && !isExcerptEnough) throw new OutsideFailed('tooLong')
    for await (const part of (decompress ? decompressed(came) : came) as AsyncIterable<Buffer>) {
      // a stream without a text encoding
      size += part.length
      if (size > most && !isExcerptEnough) throw new OutsideFailed('tooLong')
      heard()
      await collectAfter(part.length)
      yield part
      if (size > most) break
    }
  } catch (error) {
    throw faultOf(error)
  } finally {
    close()
  }
}

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** The body as it was before the server compressed it: some do so unasked. */
function decompressed(came: IncomingMessage): AsyncIterable<unknown> {
  const encodings = (came.headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
  const used = encodings.filter((one) => one !== '' && one !== 'identity')
  const [encoding] = used
  if (encoding === undefined) return came
  const decoder = used.length === 1 ? decoders[encoding] : undefined
  if (!decoder) throw new OutsideFailed('encoding')
  return pipeline(came, decoder(), () => {})
}

type MayReach = (address: string) => boolean

/** https reaches public addresses; http only what the operator allows. */
function reachOf({ protocol, port }: URL, allowed: OutsideAllow): MayReach {
  const isSecure = protocol === 'https:'
  const to = Number(port) || (isSecure ? 443 : 80)
  return (address) => (isSecure && isPublic(address)) || allowed(address, to)
}

/** Whether a company may enter this URL. What its name resolves to is checked with every request. */
export function mayAskOutside(url: string, allowed: OutsideAllow): boolean {
  const address = new URL(url)
  return !isRefused(address, allowed, reachOf(address, allowed))
}

/** Refuses what can be known before the name is resolved. */
function isRefused({ protocol, hostname }: URL, allowed: OutsideAllow, mayReach: MayReach): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'https:' && (protocol !== 'http:' || allowed.allowsNothing?.())) return true
  return isIP(host) !== 0 && !mayReach(host)
}

/** Connects to the addresses that were checked: a second lookup of the name could return others. */
const lookupWithin =
  (mayReach: MayReach): LookupFunction =>
  (host, options, done) => {
    resolve(host, { all: true }).then(
      (found) => {
        const [first] = found
        if (!first || !found.every(({ address }) => mayReach(address))) done(new OutsideFailed('notPublic'), '')
        else if (options.all) done(null, found)
        else done(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    )
  }

/** For connections other than http: checks a number at once, and what a name resolves to. Undefined if refused. */
export function guardedLookup(host: string, port: number, allowed: OutsideAllow): LookupFunction | undefined {
  const mayReach: MayReach = (address) => isPublic(address) || allowed(address, port)
  return isIP(host) !== 0 && !mayReach(host) ? undefined : lookupWithin(mayReach)
}

/** Special and reserved networks, and those that embed an IPv4 address. */
const isSpecial = within([
  ...privateNetworks,
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
])
const isGlobal = within(['2000::/3'])

/** Whether an address is on the public internet. IPv4-mapped IPv6 is not. */
export const isPublic = (address: string): boolean =>
  !isSpecial(address) && (isIP(address) === 4 || (isIP(address) === 6 && isGlobal(address)))
