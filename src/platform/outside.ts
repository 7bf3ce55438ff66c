/** HTTP requests to servers that users configure: with limits on time and size, and without following redirects. */
import { lookup as resolve } from 'node:dns/promises'
import { request as askPlain, type IncomingMessage } from 'node:http'
import { request as askSecurely } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { privateNetworks, within } from './networks'

/** `notPublic`: not https, or an address outside the public internet. */
export type OutsideFault = 'timeout' | 'unreachable' | 'tooLong' | 'notPublic'

export class OutsideFailed extends Error {
  readonly fault: OutsideFault
  constructor(fault: OutsideFault) {
    super(`a server outside: ${fault}`)
    this.name = 'OutsideFailed'
    this.fault = fault
  }
}

export type OutsideRequest = {
  readonly url: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Certificate and key in PEM, for servers that ask for one; `ca` replaces the well-known authorities. */
  readonly identity?: { readonly cert: string; readonly key: string; readonly ca?: string | undefined }
  /**
   * `public` allows only https to internet addresses, for URLs that a company configures. URLs of the operator may be
   * `any`.
   */
  readonly reach: 'public' | 'any'
  /** Milliseconds for the whole response. */
  readonly limit: number
  /** Milliseconds without a byte; by default only `limit` counts. */
  readonly silence?: number
  /** Maximum bytes of the response. */
  readonly most: number
  /** Aborts when the caller has disconnected. */
  readonly left: AbortSignal
}

export type OutsideAnswer = { readonly status: number; readonly body: string }
export type OutsideStream = {
  readonly status: number
  /** Media type, without parameters. */
  readonly type: string
  /** The header `Content-Disposition`, which may name a file. */
  readonly disposition: string | null
  /** Throws an `OutsideFailed` when the response breaks off. Leaving the loop closes the connection. */
  readonly parts: AsyncGenerator<Buffer>
  /** For a response that nobody reads. */
  close(): void
}

export async function askOutside(wanted: OutsideRequest): Promise<OutsideAnswer> {
  const { status, parts } = await openOutside(wanted)
  const body: Buffer[] = []
  for await (const part of parts) body.push(part)
  return { status, body: Buffer.concat(body).toString('utf8') }
}

/** Returns once the headers have arrived; the body is read part by part. */
export async function openOutside(wanted: OutsideRequest): Promise<OutsideStream> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), wanted.limit)
  const silent = setTimeout(() => late.abort(), wanted.silence ?? wanted.limit)
  const stop = () => {
    clearTimeout(timer)
    clearTimeout(silent)
  }
  const faultOf = (error: unknown) =>
    error instanceof OutsideFailed ? error : new OutsideFailed(late.signal.aborted ? 'timeout' : 'unreachable')
  try {
    const signal = AbortSignal.any([late.signal, wanted.left])
    signal.throwIfAborted()
    const came = await send(wanted, signal)
    const close = () => {
      stop()
      came.destroy()
    }
    const type = (came.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
    const parts = readParts(came, wanted.most, { heard: () => silent.refresh(), faultOf, close })
    const disposition = came.headers['content-disposition'] ?? null
    return { status: came.statusCode ?? 0, type, disposition, parts, close }
  } catch (error) {
    stop()
    throw faultOf(error)
  }
}

function send({ url, method, headers, body, identity, reach }: OutsideRequest, signal: AbortSignal) {
  const address = new URL(url)
  const host = address.hostname.replace(/^\[|\]$/g, '')
  if (reach === 'public' && (address.protocol !== 'https:' || (isIP(host) !== 0 && !isPublic(host))))
    throw new OutsideFailed('notPublic')
  const { promise, resolve: answer, reject } = Promise.withResolvers<IncomingMessage>()
  const ask = address.protocol === 'https:' ? askSecurely : askPlain
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  const guard = reach === 'public' && { lookup: publicOnly }
  const request = ask(address, { method, headers, signal, ...identity, ...guard }, answer)
  request.on('error', reject)
  request.end(body)
  return promise.finally(() => signal.removeEventListener('abort', stop))
}

type Reading = { heard(): void; faultOf(error: unknown): OutsideFailed; close(): void }

async function* readParts(came: IncomingMessage, most: number, { heard, faultOf, close }: Reading) {
  let size = 0
  try {
    for await (const part of came as AsyncIterable<Buffer>) {
      size += part.length
      if (size > most) throw new OutsideFailed('tooLong')
      heard()
      yield part
    }
  } catch (error) {
    throw faultOf(error)
  } finally {
    close()
  }
}

/** Connects to the addresses that were checked: a second lookup of the name could return others. */
export const publicOnly: LookupFunction = (host, options, done) => {
  resolve(host, { all: true }).then(
    (found) => {
      const [first] = found
      if (!first || !found.every(({ address }) => isPublic(address))) done(new OutsideFailed('notPublic'), '')
      else if (options.all) done(null, found)
      else done(null, first.address, first.family)
    },
    (error: NodeJS.ErrnoException) => done(error, ''),
  )
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
