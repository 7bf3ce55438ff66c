/** What the palette offers for a text: screens at once, tickets and people when the server has answered. */
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai/react'
import type { ContactSummary } from '../../../../src/contacts/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { houseQuery } from '../../../shared/installation'
import { useMay } from '../../../shared/session/useUser'
import { contactSearchQuery } from '../../contacts/api'
import { fetchTickets } from '../../desk/api'
import { showAllAtom } from '../../desk/list/state'
import type { ListChoice } from '../../desk/rules/lists'
import { type Entry, visibleGroups } from '../entries'

export type Offer =
  | { readonly kind: 'screens'; readonly id: string; readonly entry: Entry }
  | { readonly kind: 'tickets'; readonly id: string; readonly ticket: TicketSummary }
  | { readonly kind: 'contacts'; readonly id: string; readonly contact: ContactSummary }

/** `isWhole`: the server has answered, so that what is not offered was not found. */
type Found = { readonly offers: readonly Offer[]; readonly isWhole: boolean; readonly failure: Error | null }
type Offers = Found & { readonly isSearching: boolean }

/** Of tickets and of people; who looks for more searches in their lists. */
const MOST = 6

/** `asked`: the text the server is asked for, once the person has stopped typing. */
export function useOffers(typed: string, asked: string): Offers {
  const t = useText()
  const may = useMay()
  const simulator = useQuery(houseQuery).data?.simulator ?? false
  const found = useFound(asked)
  const groups = visibleGroups(t, { may, simulator, find: typed })
  const screens = groups.flatMap(({ entries }) =>
    entries.map((entry): Offer => ({ kind: 'screens', id: entry.name, entry })),
  )
  return found && typed.trim() === asked
    ? { ...found, offers: [...screens, ...found.offers], isSearching: false }
    : { offers: screens, isWhole: false, failure: null, isSearching: true }
}

/** Null until both have answered: tickets that come after people would move what is about to be chosen. */
function useFound(text: string): Found | null {
  const showAll = useAtomValue(showAllAtom)
  const tickets = useQuery({
    queryKey: ['palette', text, showAll],
    queryFn: ({ signal }) =>
      fetchTickets({ ...everywhere, showAll, search: text }, { page: 1, after: undefined }, signal),
    enabled: text !== '',
    gcTime: 60_000,
  })
  const contacts = useQuery(contactSearchQuery(text))
  if (tickets.isLoading || contacts.isLoading) return null
  const shown = (tickets.data?.items ?? []).slice(0, MOST)
  const others = (contacts.data?.contacts ?? []).filter(
    ({ id, isGroup }) => !isGroup && !shown.some(({ contactId }) => contactId === id),
  )
  const failure = tickets.error ?? contacts.error
  return {
    offers: [
      ...shown.map((ticket): Offer => ({ kind: 'tickets', id: `t${ticket.id}`, ticket })),
      ...others.slice(0, MOST).map((contact): Offer => ({ kind: 'contacts', id: `c${contact.id}`, contact })),
    ],
    isWhole: failure === null,
    failure,
  }
}

const everywhere: Omit<ListChoice, 'showAll' | 'search'> = {
  status: null,
  isGroup: null,
  queueIds: null,
  connectionIds: null,
  userId: null,
  unreadOnly: false,
  movedOn: null,
}
