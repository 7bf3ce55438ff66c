import type { TicketSummary } from '../../../../src/tickets/contract'
import { useLiveList } from '../../../shared/live/useLiveList'
import { contactTicketsSpec } from '../api'
import { lastQueueOf } from '../rules/lists'

/** The queue of the contact's last ticket, as far as visible to the user; undefined until loaded. */
export function useLastQueue(ticket: TicketSummary): number | null | undefined {
  const { items, isLoaded, error } = useLiveList(contactTicketsSpec(ticket.contactId))
  return isLoaded || error ? lastQueueOf(items, ticket.id) : undefined
}
