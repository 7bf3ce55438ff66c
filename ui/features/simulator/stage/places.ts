/** Which phones are shown: hundreds may exist, a few fit. Pure. */
import type { PhoneView } from '../../../../src/simulator/contract'
import { plain } from '../../../shared/plain'

/** Phones pinned or hidden by hand; of the others the first few are shown. */
export type Place = 'pinned' | 'hidden'
export type Places = Readonly<Record<string, Place>>

export const FREE_PLACES = 5

/** Company phones first, because everything begins with linking them; then the pinned ones. */
export function onStage(phones: readonly PhoneView[], places: Places): PhoneView[] {
  const seen = phones.filter(({ phone }) => places[phone] !== 'hidden')
  const companies = seen.filter(({ role }) => role === 'company')
  const customers = seen.filter(({ role }) => role === 'customer')
  const pinned = customers.filter(({ phone }) => places[phone] === 'pinned')
  const free = customers.filter(({ phone }) => places[phone] === undefined).slice(0, FREE_PLACES)
  return [...companies, ...pinned, ...free]
}

export const unreadOf = ({ chats }: PhoneView): number => chats.reduce((sum, { unread }) => sum + unread, 0)

/** Phones whose name or number contains the text, regardless of accents. */
export function searchPhones(phones: readonly PhoneView[], words: string): PhoneView[] {
  const wanted = plain(words)
  const digits = words.replace(/\D/g, '')
  return phones.filter(
    ({ name, phone }) => plain(name).includes(wanted) || (digits.length > 2 && phone.includes(digits)),
  )
}
