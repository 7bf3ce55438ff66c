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
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /**
   * `public` allows only https to internet addresses, for URLs that a company configures. URLs of the operator may be
   * `any`.
   */
  readonly reach: 'public' | 'any'
  /** Milliseconds for the whole response. */
  readonly limit: number
  /** Maximum bytes of the response. */
  readonly most: number
  /** Aborts when the caller has disconnected. */
  readonly left: AbortSignal
}

export type OutsideAnswer = { readonly status: number; readonly body: string }

export const askOutside = (wanted: OutsideRequest): Promise<OutsideAnswer> =>
  readOutside(wanted, (came) => readAnswer(came, wanted.most))

/** Like `askOutside`, for an answer that `read` streams. `read` must observe `most` itself. */
export async function readOutside<T>(wanted: OutsideRequest, read: (came: IncomingMessage) => Promise<T>): Promise<T> {
  const late = AbortSignal.timeout(wanted.limit)
  try {
    return await send(wanted, AbortSignal.any([late, wanted.left]), read)
  } catch (error) {
    if (error instanceof OutsideFailed) throw error
    throw new OutsideFailed(late.aborted ? 'timeout' : 'unreachable')
  }
}

function send<T>(
  { url, method, headers, body, reach }: OutsideRequest,
  signal: AbortSignal,
  read: (came: IncomingMessage) => Promise<T>,
): Promise<T> {
  const address = new URL(url)
  const host = address.hostname.replace(/^\[|\]$/g, '')
  if (reach === 'public' && (address.protocol !== 'https:' || (isIP(host) !== 0 && !isPublic(host))))
    throw new OutsideFailed('notPublic')
  const { promise, resolve: answer, reject } = Promise.withResolvers<T>()
  const ask = address.protocol === 'https:' ? askSecurely : askPlain
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  const request = ask(
    address,
    { method, headers, signal, ...(reach === 'public' && { lookup: publicOnly }) },
    (came) => {
      read(came).then(answer, (error: unknown) => {
        request.destroy()
        reject(error)
      })
    },
  )
  request.on('error', reject)
  request.end(body)
  return promise.finally(() => signal.removeEventListener('abort', stop))
}

async function readAnswer(came: IncomingMessage, most: number): Promise<OutsideAnswer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of came as AsyncIterable<Buffer>) {
    size += part.length
    if (size > most) throw new OutsideFailed('tooLong')
    parts.push(part)
  }
  return { status: came.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') }
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
