/** HTTP requests to servers that users configure: with limits on time and size, and without following redirects. */
import { lookup as resolve } from 'node:dns/promises'
import { request as askPlain, type IncomingMessage } from 'node:http'
import { request as askSecurely } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isNetwork, privateNetworks, within } from './networks'

/** `notPublic`: not https, or an address outside the public internet that the operator has not allowed. */
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
  /** What `public` reaches besides: the operator's BALCAO_OUTSIDE_ALLOW. */
  readonly allowed?: OutsideAllow
  /** Milliseconds for the whole response. */
  readonly limit: number
  /** Maximum bytes of the response. */
  readonly most: number
  /** Cuts a longer response instead of failing. */
  readonly isExcerptEnough?: boolean
  /** Aborts when the caller has disconnected. */
  readonly left: AbortSignal
}

/** `retryAfter` is the header Retry-After as sent. */
export type OutsideAnswer = { readonly status: number; readonly body: string; readonly retryAfter: string | null }

/** Whether companies may reach an address that is not public, also by http. */
export type OutsideAllow = (address: string, port: number) => boolean
export const allowNothing: OutsideAllow = () => false

/**
 * Reads BALCAO_OUTSIDE_ALLOW: `192.168.1.10:5678, 10.0.0.0/8:3000, [fd00::/8]:443`. A port `*` means every port.
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

export async function askOutside(wanted: OutsideRequest): Promise<OutsideAnswer> {
  const late = AbortSignal.timeout(wanted.limit)
  try {
    return await send(wanted, AbortSignal.any([late, wanted.left]))
  } catch (error) {
    if (error instanceof OutsideFailed) throw error
    throw new OutsideFailed(late.aborted ? 'timeout' : 'unreachable')
  }
}

function send(wanted: OutsideRequest, signal: AbortSignal) {
  const { method, headers, body, reach } = wanted
  const address = new URL(wanted.url)
  const { allowed = allowNothing } = wanted
  const mayReach = reachOf(address, allowed)
  if (reach === 'public' && isRefused(address, allowed, mayReach)) throw new OutsideFailed('notPublic')
  const { promise, resolve: answer, reject } = Promise.withResolvers<OutsideAnswer>()
  const ask = address.protocol === 'https:' ? askSecurely : askPlain
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  const request = ask(
    address,
    { method, headers, signal, ...(reach === 'public' && { lookup: lookupWithin(mayReach) }) },
    (came) => {
      readAnswer(came, wanted).then(answer, (error: unknown) => {
        request.destroy()
        reject(error)
      })
    },
  )
  request.on('error', reject)
  request.end(body)
  return promise.finally(() => signal.removeEventListener('abort', stop))
}

async function readAnswer(came: IncomingMessage, { most, isExcerptEnough }: OutsideRequest): Promise<OutsideAnswer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of came as AsyncIterable<Buffer>) {
    size += part.length
    if (size > most && !isExcerptEnough) throw new OutsideFailed('tooLong')
    parts.push(part)
    if (size > most) break // leaving the loop closes the connection
  }
  const body = Buffer.concat(parts).subarray(0, most).toString('utf8')
  return { status: came.statusCode ?? 0, body, retryAfter: came.headers['retry-after'] ?? null }
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
  if (protocol !== 'https:' && (protocol !== 'http:' || allowed === allowNothing)) return true
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

/** For connections to public addresses only. */
export const publicOnly = lookupWithin(isPublic)
