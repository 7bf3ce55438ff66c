import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai/react'
import { ticketDeleted } from '../../../src/tickets/contract'
import type { Message } from '../../../src/tickets/messages/contract'
import type { LoadedList } from '../../shared/live/apply'
import { useEvent } from '../../shared/live/useEvent'
import { forgetDraftsAtom } from './composer/drafts'

/**
 * A deleted ticket takes its drafts along. A contact's other tickets show its messages too: such conversations are fetched
 * from their end again, because the older pages are asked for by messages that may be gone. Mounted once, on every page.
 */
export function useDeletionWatch(): void {
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
