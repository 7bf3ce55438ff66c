/** Converts between WhatsApp's addresses (JIDs) and ours, which are digits only, without the device number. */
import type { Address } from '../channel'

const KINDS: Readonly<Record<string, Address['kind']>> = {
  's.whatsapp.net': 'phone',
  'c.us': 'phone',
  hosted: 'phone',
  lid: 'lid',
  'hosted.lid': 'lid',
  'g.us': 'group',
}
const SERVERS: Readonly<Partial<Record<Address['kind'], string>>> = {
  phone: 's.whatsapp.net',
  lid: 'lid',
  group: 'g.us',
}

/**
 * `5511999990000:3@s.whatsapp.net` is the phone 5511999990000. Broadcasts, newsletters and bots have no address here.
 */
export function addressOf(jid: string | null | undefined): Address | null {
  const [name = '', server = ''] = (jid ?? '').split('@')
  const kind = KINDS[server]
  const value = kind === 'group' ? name : name.split(':')[0]?.split('_')[0]
  return kind && value && /^[\d-]+$/.test(value) ? { kind, value } : null
}

/** Throws for an address of another messenger. */
export function jidOf({ kind, value }: Address): string {
  const server = SERVERS[kind]
  if (server === undefined) throw new Error(`whatsapp: no address of kind ${kind}`)
  return `${value}@${server}`
}

/** The valid addresses in the given order, each once. */
export function addressesOf(...jids: readonly (string | null | undefined)[]): Address[] {
  const found = new Map<string, Address>()
  for (const jid of jids) {
    const address = addressOf(jid)
    if (address) found.set(jidOf(address), address)
  }
  return [...found.values()]
}

/** Adds the username that the messenger reported; it belongs to the LID. */
export function withUsername(addresses: readonly Address[], reported: string | null | undefined): readonly Address[] {
  const username = usernameIn(reported)
  return username === undefined
    ? addresses
    : addresses.map((address) => (address.kind === 'lid' ? { ...address, username } : address))
}

/** Accepts any reported name that is possible as a username. */
const usernameIn = (reported: string | null | undefined): string | undefined => {
  const name = reported?.replace(/^@/, '')
  return name && name.length <= LONGEST_USERNAME && /^[A-Za-z0-9_.]+$/.test(name) ? name : undefined
}
const LONGEST_USERNAME = 64

/** The LID of a phone number or the reverse, if the account knows it. */
export type OtherHalf = (kind: 'phone' | 'lid', value: string) => string | null

/** Adds the person's other address, because WhatsApp often sends only one. */
export function withOtherHalf(addresses: readonly Address[], otherHalf: OtherHalf): readonly Address[] {
  const [only] = addresses
  if (!only || addresses.length > 1 || (only.kind !== 'phone' && only.kind !== 'lid')) return addresses
  const value = otherHalf(only.kind, only.value)
  return value ? [only, { kind: only.kind === 'phone' ? 'lid' : 'phone', value }] : addresses
}
