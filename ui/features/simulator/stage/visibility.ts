/** Which phones are shown: hundreds may exist, a few fit. Pure. */
import { numberMatcher } from '../../../../src/contacts/number-needle'
import type { PhoneView } from '../../../../src/simulator/contract'
import { fits, needleOf } from '../../../shared/plain'

/** Phones pinned or hidden by hand; the first few of the others are shown. */
export type PhoneVisibility = 'pinned' | 'hidden'
export type PhoneVisibilities = Readonly<Record<string, PhoneVisibility>>

export const FREE_SLOTS = 5

/** Company phones first, because everything starts with linking them; then the pinned ones. */
export function onStage(phones: readonly PhoneView[], places: PhoneVisibilities): PhoneView[] {
  const seen = phones.filter(({ phone }) => places[phone] !== 'hidden')
  const companies = seen.filter(({ role }) => role === 'company')
  const customers = seen.filter(({ role }) => role === 'customer')
  const pinned = customers.filter(({ phone }) => places[phone] === 'pinned')
  const free = customers.filter(({ phone }) => places[phone] === undefined).slice(0, FREE_SLOTS)
  return [...companies, ...pinned, ...free]
}

export const unreadOf = ({ chats }: PhoneView): number => chats.reduce((sum, { unread }) => sum + unread, 0)

/** Phones whose name or number contains the text, regardless of accents. */
export function searchPhones(phones: readonly PhoneView[], words: string): PhoneView[] {
  const [needle, isNumber] = [needleOf(words), numberMatcher(words)]
  return phones.filter(({ name, phone }) => fits(needle, name) || isNumber(phone))
}
