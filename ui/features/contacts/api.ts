/** Contacts: the requests to the server, and what is kept of their answers. */
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ContactSummary, CreateContact, UpdateContact } from '../../../src/contacts/contract'
import type { ContactDetail } from '../../../src/contacts/groups/contract'
import type { ContactRoutes } from '../../../src/contacts/routes'
import type { OpenTicket, OpenTickets } from '../../../src/tickets/contract'
import { call, client, unwrap } from '../../shared/client'
import { applyNews } from '../../shared/live/live-query'

const { contacts } = client<ContactRoutes>()

export const createContact = (body: CreateContact) => unwrap(contacts.post(body))
export const updateContact = (id: number, body: UpdateContact) => unwrap(contacts({ id }).put(body))
export const toggleAudio = (id: number) => unwrap(contacts.toggleAcceptAudio({ id }).put())
export const blockContact = (id: number, active: boolean) => unwrap(contacts.block({ id }).put({ active }))
export const undoMerge = (mergeId: number) => unwrap(contacts.merges({ id: mergeId }).undo.post())
/** The contact's active ticket, and whether this person may write to the contact. */
export const fetchOpenTicket = (contactId: number) => call<OpenTicket>('GET', `/contacts/existsOpenTicket/${contactId}`)

export const contactQuery = (id: number) =>
  queryOptions({
    queryKey: ['contact', id],
    queryFn: ({ signal }) => unwrap(contacts({ id }).get({ fetch: { signal } })),
    staleTime: 60_000,
  })

/** How numbers are called within the company's country. */
export const dialingQuery = queryOptions({
  queryKey: ['dialing'],
  queryFn: ({ signal }) => unwrap(contacts.dialing.get({ fetch: { signal } })),
  staleTime: 60_000,
})

export const mergesQuery = (contactId: number) =>
  queryOptions({
    queryKey: ['contact-merges', contactId],
    queryFn: ({ signal }) => unwrap(contacts({ id: contactId }).merges.get({ fetch: { signal } })),
  })

/** Minimum length of a search for contacts, as specified. */
export const SEARCH_FROM = 3
export const contactSearchQuery = (searchParam: string) =>
  queryOptions({
    queryKey: ['contacts', 'search', searchParam],
    queryFn: ({ signal }) => unwrap(contacts.get({ query: { searchParam, pageNumber: '1' }, fetch: { signal } })),
    enabled: searchParam.length >= SEARCH_FROM,
  })

/** Whether this person may write to each of these contacts, and who has the conversation; asked anew wherever it is shown. */
export const openTicketsQuery = (contactIds: readonly number[]) =>
  queryOptions({
    queryKey: ['openTickets', contactIds],
    queryFn: () => call<OpenTickets>('GET', `/contacts/existsOpenTicket?contactIds=${JSON.stringify(contactIds)}`),
    placeholderData: (before) => before,
    gcTime: 0,
    retry: false,
  })

/** Updates the cache from an event or a response, without fetching the contact again. */
export const showContact = (cache: QueryClient, contact: ContactSummary) =>
  applyNews(cache, contactQuery(contact.id).queryKey, (known: ContactDetail) => ({ ...known, ...contact }))

/** For fields that hold contacts. */
export async function searchContacts(searchParam: string, signal: AbortSignal) {
  const found = await unwrap(contacts.get({ query: { searchParam, pageNumber: '1' }, fetch: { signal } }))
  return found.contacts.map(({ id, name, number, profilePicUrl }) => ({
    id,
    name,
    profilePicUrl,
    ...(number && { second: number }),
  }))
}
