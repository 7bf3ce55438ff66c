/** What the operator may know about an open socket: enough to recognise it, not enough to trace a person. */

export type SocketFacts = {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly since: number
  /** The client's network, masked. */
  readonly network: string
  /** Such as `Firefox, Windows`; empty if unknown. */
  readonly browser: string
  /** Frames, since it was opened. */
  sent: number
  received: number
}

type Client = { readonly network: string; readonly userAgent: string; readonly now: number }

export const newSocketFacts = ({ network, userAgent, now }: Client): SocketFacts => ({
  id: crypto.randomUUID(),
  since: now,
  network: maskedNetwork(network),
  browser: browserIn(userAgent),
  sent: 0,
  received: 0,
})

/** Half of an address: 203.0.*.* or 2001:db8:*. */
export function maskedNetwork(network: string): string {
  const v4 = /^(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(network)
  if (v4) return `${v4[1]}.${v4[2]}.*.*`
  const [first = '', second = ''] = network.split(':')
  return network.includes(':') ? `${first}:${second}:*` : ''
}

// The first that fits: each of these also names those after it.
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

export function browserIn(userAgent: string): string {
  const named = userAgent.slice(0, 300)
  const found = [browsers, systems].map((all) => all.find(([mark]) => named.includes(mark))?.[1])
  return found.filter((one) => one !== undefined).join(', ')
}
