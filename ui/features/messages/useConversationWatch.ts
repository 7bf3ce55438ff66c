import { useQueryClient } from '@tanstack/react-query'
import { contactDeleted, contactRestored } from '../../../src/contacts/contract'
import { ticketUpdated } from '../../../src/tickets/contract'
import { refreshLists } from '../../shared/live/live-query'
import { useEvent } from '../../shared/live/useEvent'
import { isConversationOf, lacks } from './rules/messages'

/**
 * Fetches conversations again that changed without an event for each message: two records of one person became one, and what
 * was said with either belongs to both until they are separated again; a ticket was imported, or came into sight.
 */
export function useConversationWatch(): void {
  const client = useQueryClient()
  const refresh = ({ contactId, mergedInto }: { readonly contactId: number; readonly mergedInto: number }) =>
    void refreshLists(client, isConversationOf([contactId, mergedInto]))
  useEvent(contactDeleted, refresh)
  useEvent(contactRestored, refresh)
  useEvent(ticketUpdated, ({ ticket }) => void refreshLists(client, lacks(ticket)))
}
