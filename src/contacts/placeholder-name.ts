/** The placeholder for a contact without a name. */
import type { Address } from './address'
import { identityOf } from './contract'
import { formatNumber } from './number'
import type { Contact } from './tables'

/** The number, the username, or at least the digits of the LID. */
export function placeholderName(addresses: readonly Address[]): string {
  const number = addresses.find(({ kind }) => kind === 'phone')?.value ?? null
  const username = addresses.find((one) => one.username)?.username ?? null
  return identityOf({ number, username }, formatNumber) ?? addresses[0]?.value ?? '?'
}

/** Whether the contact is shown under a placeholder. */
export function isNameless({ name, number, nameBy }: Pick<Contact, 'name' | 'number' | 'nameBy'>): boolean {
  return nameBy === 'channel' && (/^(\d+|@[\w.]+)$/.test(name) || (number !== null && name === formatNumber(number)))
}
