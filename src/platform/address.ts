/**
 * The URL of a request, and of this server. Without a Host header, as from old clients, a request's is only a path; with an
 * invalid one there is none.
 */
import { lookup } from 'node:dns/promises'
import { isIPv6 } from 'node:net'

const HERE = 'http://localhost'

export const hasAddress = ({ url }: Request): boolean => URL.canParse(url, HERE)
export const addressOf = ({ url }: Request): URL => new URL(url, HERE)

/** How a server that listens on `host` is asked for: by `localhost` only where it listens on every address. */
export function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIPv6(host) ? `[${host}]` : host
}

/** Throws EADDRNOTAVAIL for a name without an address: listening on one, the runtime names whatever failed before. */
export async function requireResolvable(host: string): Promise<void> {
  await lookup(host).catch(() => {
    throw Object.assign(new Error(`${host} has no address`), { code: 'EADDRNOTAVAIL' })
  })
}
