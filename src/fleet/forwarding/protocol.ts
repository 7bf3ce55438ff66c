/** What nodes say to each other in the headers of forwarded requests and of their answers. */
import { isIP } from 'node:net'

/** Newest first. A node speaks its own protocol and the one before, so that nodes can be upgraded one by one. */
export const PROTOCOLS: readonly string[] = ['1']

/** Everything else of the person's request is passed on unchanged. */
export const PREFIX = 'balcao-fleet-'
export const PROTOCOL = `${PREFIX}protocol`
export const PASS = `${PREFIX}pass`
export const COMPANY = `${PREFIX}company`
/** The person's address, and the scheme that their browser has used. */
export const ADDRESS = `${PREFIX}address`
export const SCHEME = `${PREFIX}scheme`
/** Headers that the person has not sent, and that the runtime's client adds. */
export const LACKS = `${PREFIX}lacks`
/** Asks only whether the node owns the company, before a body that could not be sent again. */
export const ASKS = `${PREFIX}asks`
/** A question of the node itself, and its path: see `server/fleet/internal.ts`. It needs no person, and a company only where one must be owned. */
export const INTERNAL = `${PREFIX}internal`
/** In answers: the node did not begin, and why. */
export const REFUSAL = `${PREFIX}refusal`
/** The protocols that the refusing node speaks. */
export const SPEAKS = `${PREFIX}speaks`

/**
 * `elsewhere`: the node does not own the company. `protocol`: it does not speak the sender's. `stranger`: the sender's pass
 * is not valid. `malformed`: a header is missing or wrong. `closing`: it is about to stop, or not ready yet. `busy`: it answers too
 * much of the sender's already.
 */
export const refusals = ['elsewhere', 'protocol', 'stranger', 'malformed', 'closing', 'busy'] as const
export type Refusal = (typeof refusals)[number]

/** As the node that the person has reached sees them, behind its trusted proxies. */
export type Person = {
  readonly address: string
  /** By which attempts are counted: an IPv6 client can use any address in its network. */
  readonly network: string
  /** Of the page in their browser: `https://atende.example.com`. */
  readonly origin: string
}

export type Envelope = { readonly company: string; readonly address: string; readonly scheme: 'http' | 'https' }

const COMPANY_NAME = /^[a-z0-9-]{1,64}$/
export const isCompanyName = (text: string): boolean => COMPANY_NAME.test(text)

/** Undefined if the headers are no valid envelope. */
export function readEnvelope(headers: Headers): Envelope | undefined {
  const [company, address, scheme] = [headers.get(COMPANY), headers.get(ADDRESS), headers.get(SCHEME)]
  if (company === null || !isCompanyName(company)) return undefined
  if (address === null || (isIP(address) === 0 && address !== 'unknown')) return undefined
  return scheme === 'http' || scheme === 'https' ? { company, address, scheme } : undefined
}

/** What the refusal of `response` says; undefined if it is an answer to the person. */
export function refusalIn({ headers }: Response): Refusal | undefined {
  const given = headers.get(REFUSAL)
  if (given === null) return undefined
  return refusals.find((one) => one === given) ?? 'protocol'
}

const sentences: Readonly<Record<Refusal, string>> = {
  elsewhere: 'This node does not own the company.',
  protocol: 'This node does not speak that forwarding protocol.',
  stranger: 'The pass does not name a node of this fleet, or was made for another node.',
  malformed: 'The headers of a forwarded request are missing or wrong.',
  closing: 'This node is starting or stopping.',
  busy: 'This node answers too many questions of the other node already.',
}

/** The status is for tools on the way; nodes read the header. */
export const refuse = (refusal: Refusal, speaks: readonly string[]): Response =>
  new Response(`${sentences[refusal]} It speaks ${speaks.join(', ')}.\n`, {
    status: refusal === 'stranger' ? 403 : 421,
    headers: { [REFUSAL]: refusal, [SPEAKS]: speaks.join(','), 'content-type': 'text/plain' },
  })
