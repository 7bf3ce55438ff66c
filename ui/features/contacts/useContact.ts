import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contactUpdated } from '../../../src/contacts/contract'
import { groupChanged } from '../../../src/contacts/groups/contract'
import { categoryDeleted, categoryUpdated } from '../../../src/features/contact-book/categories/contract'
import { useEvent } from '../../shared/live/useEvent'
import { contactQuery, showContact } from './api'

/** A contact with all details, live. */
export function useContact(id: number, options: { enabled?: boolean } = {}) {
  const cache = useQueryClient()
  useEvent(contactUpdated, ({ contact }) => void showContact(cache, contact))
  useEvent(
    groupChanged,
    ({ contactId }) => void cache.invalidateQueries({ queryKey: contactQuery(contactId).queryKey }),
  )
  const again = () => void cache.invalidateQueries({ queryKey: contactQuery(id).queryKey })
  useEvent(categoryUpdated, again)
  useEvent(categoryDeleted, again)
  return useQuery({ ...contactQuery(id), ...options })
}
