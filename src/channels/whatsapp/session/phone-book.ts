/** The phone's address book, and the chats that have settings. Read on request and not stored. */
import type { PhoneBook } from '../../channel'
import { addressesOf, withUsername } from '../address'
import type { Limits } from '../limits'
import { readCollection } from './collection'
import type { OpenSocket } from './live-socket'

const PEOPLE = 'critical_unblock_low'
/** Archived, pinned, muted, read. */
const CHATS = ['regular_low', 'regular_high'] as const
const bounds = { bytes: 32 * 1024 * 1024, entries: 50_000 }

type Where = OpenSocket & { readonly home: string | null; readonly limits: Pick<Limits, 'query'> }

export async function readPhoneBook({ limits, ...where }: Where): Promise<PhoneBook> {
  const from = { ...where, bounds: { ...bounds, ms: limits.query } }
  const people = (await readCollection(PEOPLE, from)).flatMap(({ index: [kind, jid], value }) => {
    const contact = value.lidContactAction ?? (kind === 'contact' ? value.contactAction : null)
    const name = contact?.fullName || contact?.firstName || ''
    const { pnJid, lidJid } = value.contactAction ?? {}
    const addresses = withUsername(addressesOf(jid, pnJid, lidJid), contact?.username)
    return name && addresses.length > 0 ? [{ addresses, name }] : []
  })
  const chats: PhoneBook['chats'][number][] = []
  for (const name of CHATS)
    for (const { index } of await readCollection(name, from)) {
      const addresses = addressesOf(index[1])
      if (addresses.length > 0) chats.push(addresses)
    }
  return { people, chats }
}
