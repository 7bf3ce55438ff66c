/** The headers that cross from one node to another. */
import { ADDRESS, COMPANY, LACKS, type Person, PREFIX, SCHEME } from './protocol'

export const LENGTH = 'content-length'
/** They concern one connection, not the message (RFC 9110, 7.6.1), and are made anew for the next one. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
])
/** The runtime's client adds them where they are missing. */
const ADDED = ['accept', 'user-agent']
/** The node that the person has reached has read them, and believed them or not. */
const OF_PROXIES = /^(?:forwarded$|x-forwarded-)/
/** The runtime's client makes them for a socket of its own. */
const OF_SOCKETS = /^sec-websocket-(?:key|version|extensions|accept)$/

const crosses = (name: string, listed: ReadonlySet<string>): boolean =>
  !HOP_BY_HOP.has(name) && !listed.has(name) && !name.startsWith(PREFIX) && !OF_PROXIES.test(name)

/** Headers that `Connection` names concern this connection, too. */
const listedIn = (connection: string | null): ReadonlySet<string> =>
  new Set((connection ?? '').split(',').map((name) => name.trim().toLowerCase()))

/** The person's headers with the envelope. Whatever a stranger has written under the envelope's names is left out. */
export function headersToOwner(given: Headers, company: string, { address, origin }: Person): Headers {
  const { protocol, host } = new URL(origin)
  const listed = listedIn(given.get('connection'))
  const headers = new Headers()
  for (const [name, value] of given) if (crosses(name, listed)) headers.append(name, value)
  headers.delete(LENGTH) // set with the body
  headers.set('host', host)
  headers.set(COMPANY, company)
  headers.set(ADDRESS, address)
  headers.set(SCHEME, protocol === 'https:' ? 'https' : 'http')
  const lacks = ADDED.filter((name) => !given.has(name))
  if (lacks.length > 0) headers.set(LACKS, lacks.join(','))
  return headers
}

export function headersOfSocket(given: Headers, company: string, person: Person): Record<string, string> {
  const headers = headersToOwner(given, company, person)
  return Object.fromEntries([...headers].filter(([name]) => !OF_SOCKETS.test(name)))
}

/** Removes from an answer what concerns the connection between the nodes. */
export function cleanAnswer({ headers }: Response): void {
  const listed = listedIn(headers.get('connection'))
  for (const name of [...headers.keys()])
    if (HOP_BY_HOP.has(name) || listed.has(name) || name.startsWith(PREFIX)) headers.delete(name)
}

/** Restores the headers of the person's request, at the owner. */
export function removeEnvelope({ headers }: Request): void {
  for (const name of (headers.get(LACKS) ?? '').split(',')) if (ADDED.includes(name)) headers.delete(name)
  headers.delete('connection')
  for (const name of [...headers.keys()]) if (name.startsWith(PREFIX)) headers.delete(name)
}
