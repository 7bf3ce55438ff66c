/** What a request reveals about its client: address, cookies, origin. Proxy headers count only from trusted proxies. */
import { isIPv6 } from 'node:net'
import { fail } from '../errors'
import { addressOf } from './address'
import { within } from './networks'

export type Visitor = ReturnType<typeof createVisitor>

type BunServer = { requestIP(request: Request): { address: string } | null } | null

type VisitorOptions = {
  /** Networks of trusted proxies. Anybody else may forge these headers. */
  readonly trustProxy: readonly string[]
  /** As the operator has set it: where it begins with https:, a proxy brings TLS, and cookies are always secure. */
  readonly publicUrl: string | null
  /** Where browsers reach the installation by a certificate of its own. */
  readonly ownUrl?: () => string | null
  /** Called once if an untrusted proxy on this machine sends client addresses: all clients then count as one. */
  readonly untrustedProxy?: () => void
}

type Cookie = { readonly name: string; readonly value: string; readonly life: number }

export function createVisitor({ trustProxy, publicUrl, ownUrl = () => null, untrustedProxy }: VisitorOptions) {
  const isTrusted = within(trustProxy)
  let hasWarned = false
  const knownUrl = () => publicUrl ?? ownUrl()
  const peerOf = (request: Request, server: BunServer) =>
    server?.requestIP(request)?.address.replace(/^::ffff:(?=\d+\.)/, '') ?? 'unknown'

  /** A trusted proxy's header about its client. */
  const forwarded = (request: Request, server: BunServer, what: 'for' | 'host' | 'proto') => {
    const header = request.headers.get(`x-forwarded-${what}`)
    return header !== null && isTrusted(peerOf(request, server)) ? header : null
  }
  const isSecure = (request: Request, server: BunServer) =>
    publicUrl?.startsWith('https:') ||
    forwarded(request, server, 'proto') === 'https' ||
    request.url.startsWith('https:')

  const warnOfProxy = (request: Request, peer: string) => {
    if (hasWarned || !loopback.has(peer) || isTrusted(peer) || !request.headers.has('x-forwarded-for')) return
    hasWarned = true
    untrustedProxy?.()
  }

  const askedHost = (request: Request, server: BunServer) =>
    forwarded(request, server, 'host') || request.headers.get('host')

  return {
    /** The last address in the list is the one that the trusted proxy saw. */
    addressOf(request: Request, server: BunServer): string {
      const peer = peerOf(request, server)
      warnOfProxy(request, peer)
      const seen = forwarded(request, server, 'for')?.split(',').pop()?.trim() ?? ''
      return withoutPort(seen) || peer
    },

    /** Whether this machine asks, or a proxy for somebody else. */
    isBehindProxy(request: Request, server: BunServer): boolean {
      return (
        loopback.has(peerOf(request, server)) ||
        request.headers.has('x-forwarded-for') ||
        request.headers.has('forwarded')
      )
    },

    /** The network by which attempts are counted: an IPv6 client can use any address in its /64. */
    networkOf(request: Request, server: BunServer): string {
      return networkOf(this.addressOf(request, server))
    },

    /** The larger network of an IPv6 client, as one customer of a provider gets it: a /48. An IPv4 address stands alone. */
    siteOf(request: Request, server: BunServer): string {
      return networkOf(this.addressOf(request, server), 48)
    },

    /** The access token, if the request carries one. */
    bearerOf(request: Request): string | null {
      const header = request.headers.get('authorization')
      return header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : null
    },

    readCookie(request: Request, name: string): string | undefined {
      const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
      return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined
    },

    /** `life` in milliseconds. */
    cookie(request: Request, server: BunServer, { name, value, life }: Cookie): string {
      return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${Math.floor(life / 1000)}${isSecure(request, server) ? '; Secure' : ''}`
    },

    /**
     * Prevents other sites from using our user's cookie or socket. Requests without Origin do not come from a browser.
     */
    isOwnOrigin(request: Request, server: BunServer): boolean {
      const origin = request.headers.get('origin')
      if (origin === null) return true
      const known = knownUrl()
      if (known !== null && origin === new URL(known).origin) return true
      if (!URL.canParse(origin) || new URL(origin).host !== askedHost(request, server)) return false
      // A page of the same name without TLS may be anybody's.
      return !request.url.startsWith('https:') || origin.startsWith('https:')
    },

    /** Origin of the page in the browser, such as `https://balcao.example`. */
    originOf(request: Request, server: BunServer): string {
      const asked = askedHost(request, server) ?? addressOf(request).host
      const url = knownUrl()
      const known = url === null ? null : new URL(url)
      if (known?.host === asked) return known.origin
      const isTls = forwarded(request, server, 'proto') === 'https' || request.url.startsWith('https:')
      const here = `${isTls ? 'https' : 'http'}://${asked}`
      return URL.canParse(here)
        ? new URL(here).origin
        : fail('ERR_INVALID_INPUT', [{ field: 'host', message: 'form.invalid' }])
    },

    /** Hosts under which a browser may have opened this page. */
    hostsOf(request: Request, server: BunServer): string[] {
      const [known, asked] = [knownUrl(), askedHost(request, server)]
      return [...new Set([...(known === null ? [] : [new URL(known).host]), ...(asked ? [asked] : [])])]
    },

    requireOwnOrigin(request: Request, server: BunServer) {
      if (!this.isOwnOrigin(request, server)) fail('ERR_NO_PERMISSION')
    },
  }
}

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Some proxies add the port, which differs for each connection and would defeat counting. */
const withoutPort = (address: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address

function networkOf(address: string, bits: 48 | 64 = 64): string {
  if (!isIPv6(address)) return address
  const [before = [], behind = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - before.length - behind.length }, () => '0')
  const groups = [...before, ...zeros, ...behind]
  const network = groups.slice(0, bits / 16).map((group) => Number.parseInt(group, 16).toString(16))
  return network.every((group) => group === '0') ? address : `${network.join(':')}::/${bits}` // ::1 and IPv4-mapped IPv6
}
