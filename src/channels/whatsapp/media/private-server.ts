/**
 * A private WhatsApp serves files from its own host, but Baileys supports only https and WhatsApp's hosts. So `fetch`
 * is wrapped, for a private WhatsApp only.
 */
const PUBLIC_MEDIA = /(^|\.)whatsapp\.net$/
const WRAPPED = Symbol.for('balcao.private-server')

type Fetch = typeof fetch & { [WRAPPED]?: Map<string, string> }

/** Origin of a private WhatsApp's files; null for the public one, whose URL is null. */
export const homeOf = (whatsappUrl: string | null): string | null => (whatsappUrl ? originOf(whatsappUrl) : null)

/** `ws://host:port/…` → `http://host:port` */
function originOf(whatsappUrl: string): string {
  const { protocol, host } = new URL(whatsappUrl)
  return `${protocol === 'wss:' ? 'https' : 'http'}://${host}`
}

/**
 * Address of a file on a private WhatsApp: unchanged if it is another port of the same machine, otherwise the same path
 * on its own origin.
 */
export function addressAtOrigin(address: string, origin: string): string {
  const given = new URL(address)
  const home = new URL(origin)
  const isBeside = hostOf(given) === hostOf(home) && given.port !== home.port
  return isBeside && /^https?:$/.test(given.protocol) ? given.href : `${origin}${given.pathname}${given.search}`
}

const hostOf = ({ hostname }: URL): string => (LOOPBACK.test(hostname) ? 'this one' : hostname)
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Redirects file requests (by https to this host, or to the public hosts) to the private WhatsApp's origin. */
export function redirectMediaTo(whatsappUrl: string): void {
  const origin = originOf(whatsappUrl)
  const origins = wrapped()[WRAPPED]
  origins?.set(new URL(origin).host, origin)
  origins?.set('*', origin)
}

function wrapped(): Fetch {
  const current: Fetch = globalThis.fetch
  if (current[WRAPPED]) return current
  const origins = new Map<string, string>()
  const wrapper = (...[input, init]: Parameters<typeof fetch>) => current(redirected(input, origins), init)
  const fetch: Fetch = Object.assign(wrapper, { preconnect: current.preconnect, [WRAPPED]: origins })
  globalThis.fetch = fetch
  return fetch
}

function redirected(
  input: Parameters<typeof fetch>[0],
  origins: ReadonlyMap<string, string>,
): Parameters<typeof fetch>[0] {
  const address = typeof input === 'string' ? input : input instanceof URL ? input.href : null
  if (!address?.startsWith('https://')) return input
  const { host, hostname } = new URL(address)
  const origin = origins.get(host) ?? (PUBLIC_MEDIA.test(hostname) ? origins.get('*') : undefined)
  return origin ? addressAtOrigin(address, origin) : input
}
