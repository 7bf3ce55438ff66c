import { useQueryClient } from '@tanstack/react-query'
import { contactDeleted } from '../../../src/contacts/contract'
import { refreshLists } from '../../shared/live/live-query'
import { useEvent } from '../../shared/live/useEvent'
import { isConversationOf } from './rules/messages'

/** Two records of one person became one: what was said with either belongs to the conversations with both. */
export function useMergeWatch(): void {
  const client = useQueryClient()
  useEvent(contactDeleted, ({ contactId, mergedInto }) => {
    void refreshLists(client, isConversationOf([contactId, mergedInto]))
  })
}
