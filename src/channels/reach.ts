/** The addresses of a contact that a connection can send to. */
import type { Address } from '../contacts/address'
import { addressesOf } from '../contacts/queries'
import type { Db } from '../platform/sqlite'
import { capabilitiesOf } from './capabilities'
import { findConnection } from './connections/queries'

/** The preferred one first. A removed connection counts as a linked phone. */
export function addressesOver(db: Db, connectionId: number, contactId: number): Address[] {
  const kinds = capabilitiesOf(findConnection(db, connectionId)?.channel ?? 'whatsapp').addresses
  return addressesOf(db, contactId)
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, value }) => ({ kind, value }))
}

export const addressOver = (db: Db, connectionId: number, contactId: number): Address | undefined =>
  addressesOver(db, connectionId, contactId)[0]
