/** The placeholder for a contact without a name. */
import type { Address, AddressKind } from './address'
import { identityOf } from './contract'
import { formatNumber } from './number'
import type { Contact } from './tables'

/** Meta's ids of people are long and mean nothing. */
const NAMELESS: Partial<Record<AddressKind, string>> = {
  psid: 'Pessoa no Messenger',
  igsid: 'Pessoa no Instagram',
}

/** The number, the username, or at least the digits of the LID. */
export function placeholderName(addresses: readonly Address[]): string {
  const number = addresses.find(({ kind }) => kind === 'phone')?.value ?? null
  const username = addresses.find((one) => one.username)?.username ?? null
  const [first] = addresses
  return identityOf({ number, username }, formatNumber) ?? (first && NAMELESS[first.kind]) ?? first?.value ?? '?'
}

/** Whether the contact is shown under a placeholder. */
export function isNameless({ name, number, nameBy }: Pick<Contact, 'name' | 'number' | 'nameBy'>): boolean {
  if (nameBy !== 'channel') return false
  const isFormatted = number !== null && name === formatNumber(number)
  return isFormatted || /^(\d+|@[\w.]+)$/.test(name) || Object.values(NAMELESS).includes(name)
}
