import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai/react'
import { contactDeleted, contactRestored } from '../../../src/contacts/contract'
import { ticketDeleted, ticketUpdated } from '../../../src/tickets/contract'
import type { Message } from '../../../src/tickets/messages/contract'
import type { LoadedList } from '../../shared/live/apply'
import { refreshLists } from '../../shared/live/live-query'
import { useEvent } from '../../shared/live/useEvent'
import { forgetDraftsAtom } from './composer/drafts'
import { isConversationOf, lacks } from './rules/messages'

/** Keeps conversations and drafts true on every page. Mounted once, by the shell. */
export function useMessageWatch(): void {
  useUntoldMessages()
  useDeletedTickets()
}

/**
 * Fetches conversations again that changed without an event for each message: two records of one person became one, and what
 * was said with either belongs to both until they are separated again; a ticket was imported, or came into sight.
 */
function useUntoldMessages(): void {
  const client = useQueryClient()
  const refresh = ({ contactId, mergedInto }: { readonly contactId: number; readonly mergedInto: number }) =>
    void refreshLists(client, isConversationOf([contactId, mergedInto]))
  useEvent(contactDeleted, refresh)
  useEvent(contactRestored, refresh)
  useEvent(ticketUpdated, ({ ticket }) => void refreshLists(client, lacks(ticket)))
}

/**
 * A deleted ticket takes its drafts along. A contact's other tickets show its messages too: such conversations are fetched
 * from their end again, because the older pages are asked for by messages that may be gone.
 */
function useDeletedTickets(): void {
  const client = useQueryClient()
  const forgetDrafts = useSetAtom(forgetDraftsAtom)
  useEvent(ticketDeleted, ({ ticketId, isGone }) => {
    // Out of sight it may come back.
    if (isGone) forgetDrafts(ticketId)
    void client.resetQueries({
      queryKey: ['messages'],
      predicate: ({ queryKey, state }) =>
        // Its own conversation closes.
        queryKey[1] !== ticketId &&
        // Only conversations lie under this key.
        (state.data as LoadedList<Message> | undefined)?.items.some((message) => message.ticketId === ticketId) ===
          true,
    })
  })
}
