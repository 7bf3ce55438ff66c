import { useQueryClient } from '@tanstack/react-query'
import { contactDeleted, contactRestored } from '../../../src/contacts/contract'
import { refreshLists } from '../../shared/live/live-query'
import { useEvent } from '../../shared/live/useEvent'
import { isConversationOf } from './rules/messages'

/**
 * Two records of one person became one: what was said with either belongs to the conversations with both, until they are
 * separated again.
 */
export function useMergeWatch(): void {
  const client = useQueryClient()
  const refresh = ({ contactId, mergedInto }: { readonly contactId: number; readonly mergedInto: number }) =>
    void refreshLists(client, isConversationOf([contactId, mergedInto]))
  useEvent(contactDeleted, refresh)
  useEvent(contactRestored, refresh)
}
