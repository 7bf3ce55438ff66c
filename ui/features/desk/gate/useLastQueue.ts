import type { TicketSummary } from '../../../../src/tickets/contract'
import { useLiveList } from '../../../shared/live/useLiveList'
import { contactTicketsSpec } from '../api'
import { lastQueueOf } from '../rules/lists'

/** The queue in which the contact was attended last, as far as the person sees it; undefined while nobody knows yet. */
export function useLastQueue(ticket: TicketSummary): number | null | undefined {
  const { items, isLoaded, error } = useLiveList(contactTicketsSpec(ticket.contactId))
  return isLoaded || error ? lastQueueOf(items, ticket.id) : undefined
}
