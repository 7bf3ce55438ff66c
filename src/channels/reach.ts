/** The addresses of a contact that a connection can send to. */
import { type Address, type AddressKind, addressKey } from '../contacts/address'
import { addressesOf } from '../contacts/queries'
import { getValue } from '../platform/sql'
import type { Db } from '../platform/sqlite'
import { capabilitiesOf } from './capabilities'
import { findConnection } from './connections/queries'

/** The preferred one first. A removed connection counts as a linked phone. */
export function addressesOver(db: Db, connectionId: number, contactId: number): Address[] {
  const kinds = capabilitiesOf(findConnection(db, connectionId)?.channel ?? 'whatsapp').addresses
  const all = addressesOf(db, contactId)
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, value }) => ({ kind, value }))
  return ofAccount(db, { connectionId, contactId }, all)
}

/** A person who writes to two pages has an id for each: over this connection only the one that was used here. */
function ofAccount(
  db: Db,
  { connectionId, contactId }: { readonly connectionId: number; readonly contactId: number },
  addresses: Address[],
): Address[] {
  const ids = addresses.filter(({ kind }) => isOfAccount.has(kind))
  if (ids.length < 2) return addresses
  const wasUsed = (address: Address) =>
    getValue(
      db,
      'SELECT 1 FROM tickets t JOIN messages m ON m.ticket_id = t.id WHERE t.contact_id = ? AND t.connection_id = ? AND m.chat = ? LIMIT 1',
      [contactId, connectionId, addressKey(address)],
    ) !== undefined
  const used = ids.filter(wasUsed)
  return addresses.filter((address) => !isOfAccount.has(address.kind) || used.length === 0 || used.includes(address))
}

/** Ids that one page, account or business alone knows. */
const isOfAccount: ReadonlySet<AddressKind> = new Set(['psid', 'igsid', 'bsuid'])

export const addressOver = (db: Db, connectionId: number, contactId: number): Address | undefined =>
  addressesOver(db, connectionId, contactId)[0]
