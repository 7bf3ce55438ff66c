/**
 * The column of Meta's ids, as our export writes it: `igsid:17841400000000001 psid:7001`. Meta gives a person another id for
 * each page, account and business, so an id can find a contact who has written here, and create nobody.
 */
import type { ImportField } from '../../../bulk-import/target'
import type { AddressKind } from '../../../contacts/address'
import { findContactIdByAddress } from '../../../contacts/queries'
import type { Db } from '../../../platform/sqlite'

const kinds: readonly AddressKind[] = ['psid', 'igsid', 'bsuid']
const isId = (one: string): boolean => /^(psid|igsid|bsuid):\S+$/.test(one)

export const metaIdField: ImportField = {
  key: 'metaId',
  isRequired: false,
  heading: { words: 'meta psid igsid bsuid', beside: 'id en na kimligi' },
  fits: (cell) => (cell.split(/\s+/).every(isId) ? 1 : 0),
}

export function findByMetaId(db: Db, cell: string): number | undefined {
  for (const written of cell.split(/\s+/).filter(isId)) {
    const end = written.indexOf(':')
    const kind = kinds.find((one) => one === written.slice(0, end))
    const id = kind && findContactIdByAddress(db, { kind, value: written.slice(end + 1) })
    if (id !== undefined) return id
  }
  return undefined
}
