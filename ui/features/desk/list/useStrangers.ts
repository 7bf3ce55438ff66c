import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ContactRow, type ContactSummary, contactUpdated } from '../../../../src/contacts/contract'
import { ticketUpdated } from '../../../../src/tickets/contract'
import { useEvent } from '../../../shared/live/useEvent'
import { strangersQuery } from '../../contacts/api'

/** Contacts found without any ticket; one that gets a ticket leaves the list. */
export function useStrangers(
  search: string,
  isWanted: boolean,
): { people: readonly ContactSummary[]; isLoading: boolean } {
  const client = useQueryClient()
  const query = strangersQuery(search)
  const { data, isLoading } = useQuery({ ...query, ...(!isWanted && { enabled: false }) })
  const change = (then: (people: ContactRow[]) => ContactRow[]) =>
    client.setQueryData(query.queryKey, (page) => page && { ...page, contacts: then(page.contacts) })
  useEvent(ticketUpdated, ({ ticket }) => change((people) => people.filter(({ id }) => id !== ticket.contactId)))
  useEvent(contactUpdated, ({ contact }) =>
    change((people) => people.map((one) => (one.id === contact.id ? { ...one, ...contact } : one))),
  )
  return { people: isWanted ? (data?.contacts ?? []).filter(({ isGroup }) => !isGroup) : [], isLoading }
}
