/** What a request reveals about its sender: address, cookies, origin. A proxy's headers count only if we trust it. */
import { isIPv6 } from 'node:net'
import { fail } from '../errors'

export type Visitor = ReturnType<typeof createVisitor>

type Server = { requestIP(request: Request): { address: string } | null } | null

type VisitorOptions = {
  readonly trustProxy: boolean
  readonly publicUrl: string | null
  /** Called once if a proxy on this machine sends its visitors' addresses and is not trusted: all visitors then count as one. */
  readonly untrustedProxy?: () => void
}

export function createVisitor({ trustProxy, publicUrl, untrustedProxy }: VisitorOptions) {
  let hasTold = false
  const isSecure = (request: Request) =>
    publicUrl?.startsWith('https:') ||
    (trustProxy && request.headers.get('x-forwarded-proto') === 'https') ||
    request.url.startsWith('https:')

  const isUntrustedProxy = (request: Request, address = '') =>
    !trustProxy && loopback.has(address) && request.headers.has('x-forwarded-for')
  const tellOnce = () => {
    if (!hasTold) untrustedProxy?.()
    hasTold = true
  }

  const askedHost = (request: Request) =>
    (trustProxy && request.headers.get('x-forwarded-host')) || request.headers.get('host')

  return {
    /** A trusted proxy appends the address it saw to the list. */
    addressOf(request: Request, server: Server): string {
      const forwarded = trustProxy ? request.headers.get('x-forwarded-for')?.split(',').pop()?.trim() : undefined
      const address = server?.requestIP(request)?.address
      if (isUntrustedProxy(request, address)) tellOnce()
      return withoutPort(forwarded ?? '') || address || 'unknown'
    },

    /** The network to count attempts by: whoever has an IPv6 address can use any in its /64. */
    networkOf(request: Request, server: Server): string {
      return networkOf(this.addressOf(request, server))
    },

    /** The request comes from this machine itself, not through a proxy on it. */
    isThisMachine(request: Request, server: Server): boolean {
      const speaksForAnother = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((name) =>
        request.headers.has(name),
      )
      return !speaksForAnother && loopback.has(this.addressOf(request, server))
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

    cookie(request: Request, name: string, value: string, life: number): string {
      return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${Math.floor(life / 1000)}${isSecure(request) ? '; Secure' : ''}`
    },

    /** A page of another site must not use our visitor's cookie or socket. A request without Origin does not come from a browser. */
    isOwnOrigin(request: Request): boolean {
      const origin = request.headers.get('origin')
      if (origin === null) return true
      if (publicUrl && origin === new URL(publicUrl).origin) return true
      return URL.canParse(origin) && new URL(origin).host === askedHost(request)
    },

    /** The names under which a browser may have opened the page that this request is for. */
    hostsOf(request: Request): string[] {
      const asked = askedHost(request)
      return [...new Set([...(publicUrl ? [new URL(publicUrl).host] : []), ...(asked ? [asked] : [])])]
    },

    demandOwnOrigin(request: Request) {
      if (!this.isOwnOrigin(request)) fail('ERR_NO_PERMISSION')
    },
  }
}

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Some proxies add the port, which is another for each connection: nobody's failures would be counted together. */
const withoutPort = (address: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address

function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [before = [], behind = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - before.length - behind.length }, () => '0')
  const groups = [...before, ...zeros, ...behind]
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return network.every((group) => group === '0') ? address : `${network.join(':')}::/64` // ::1, and IPv4 written as IPv6
}
