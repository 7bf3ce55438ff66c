/** Names for new connections, which are unique in a company. */
import type { Db } from '../../platform/sqlite'
import { oneLine } from '../../platform/text'
import { isNameTaken } from '../connections/queries'
import type { MetaCredentials } from './credentials'

const LONGEST = 50
const products: Readonly<Record<MetaCredentials['channel'], string>> = {
  whatsapp_cloud: 'WhatsApp',
  facebook: 'Messenger',
  instagram: 'Instagram',
}

/** The wanted one if it is free: a page often has the name of its Instagram account. */
export function freeName(db: Db, wanted: string, channel: MetaCredentials['channel']): string {
  const base = oneLine(wanted, LONGEST)
  const plain = base.length >= 2 ? base : products[channel]
  const within = (ending: string) => oneLine(plain, LONGEST - ending.length) + ending
  const names = [plain, within(` (${products[channel]})`)]
  for (let number = 2; ; number++) {
    const found = names.shift() ?? within(` ${number}`)
    if (!isNameTaken(db, found, 0)) return found
  }
}
