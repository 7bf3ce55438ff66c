/** The placeholder for a contact without a name. */
import type { Address, AddressKind } from './address'
import { identityOf } from './contract'
import { formatNumber } from './number'
import type { Contact } from './tables'

/** What stands before the end of an id that says nothing to people. */
const messengers: Partial<Record<AddressKind, string>> = { bsuid: 'WhatsApp', psid: 'Messenger', igsid: 'Instagram' }
const OF_MESSENGER = /^(WhatsApp|Messenger|Instagram) …\w{1,4}$/

/** The number, the username, or at least the digits of the LID. */
export function placeholderName(addresses: readonly Address[]): string {
  const number = addresses.find(({ kind }) => kind === 'phone')?.value ?? null
  const username = addresses.find((one) => one.username)?.username ?? null
  const [first] = addresses
  const messenger = first && messengers[first.kind]
  const ending = messenger ? `${messenger} …${first.value.slice(-4)}` : first?.value
  return identityOf({ number, username }, formatNumber) ?? ending ?? '?'
}

/** Whether the contact is shown under a placeholder. */
export function isNameless({ name, number, nameBy }: Pick<Contact, 'name' | 'number' | 'nameBy'>): boolean {
  const isPlaceholder = /^(\d+|@[\w.]+)$/.test(name) || OF_MESSENGER.test(name)
  return nameBy === 'channel' && (isPlaceholder || (number !== null && name === formatNumber(number)))
}
