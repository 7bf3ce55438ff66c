/**
 * URLs of requests and of this server. Without a Host header (old clients) a request's URL is only a path; with an
 * invalid Host it has none.
 */
import { lookup } from 'node:dns/promises'
import { isIPv6 } from 'node:net'

const HERE = 'http://localhost'

export const hasAddress = ({ url }: Request): boolean => URL.canParse(url, HERE)
export const addressOf = ({ url }: Request): URL => new URL(url, HERE)

/** The host part of this server's URL: `localhost` only when it listens on every address. */
export function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIPv6(host) ? `[${host}]` : host
}

/**
 * Throws EADDRNOTAVAIL for a name without an address. The runtime's own error for that is about whatever failed before.
 */
export async function requireResolvable(host: string): Promise<void> {
  await lookup(host).catch(() => {
    throw Object.assign(new Error(`${host} has no address`), { code: 'EADDRNOTAVAIL' })
  })
}
