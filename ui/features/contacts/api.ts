/** The contact pane's requests to the server. */
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ContactSummary, UpdateContact } from '../../../src/contacts/contract'
import type { ContactDetail } from '../../../src/contacts/groups/contract'
import type { ContactRoutes } from '../../../src/contacts/routes'
import { client, unwrap } from '../../shared/client'
import { applyNews } from '../../shared/live/live-query'
import { contactQuery } from '../desk/queries'

const { contacts } = client<ContactRoutes>()

export const mergesQuery = (contactId: number) =>
  queryOptions({
    queryKey: ['contact-merges', contactId],
    queryFn: ({ signal }) => unwrap(contacts({ id: contactId }).merges.get({ fetch: { signal } })),
  })

export const updateContact = (id: number, body: UpdateContact) => unwrap(contacts({ id }).put(body))
export const toggleAudio = (id: number) => unwrap(contacts.toggleAcceptAudio({ id }).put())
export const blockContact = (id: number, active: boolean) => unwrap(contacts.block({ id }).put({ active }))
export const undoMerge = (mergeId: number) => unwrap(contacts.merges({ id: mergeId }).undo.post())

/** Updates the cache from an event or a response, without fetching the contact again. */
export const showContact = (cache: QueryClient, contact: ContactSummary) =>
  applyNews(cache, contactQuery(contact.id).queryKey, (known: ContactDetail) => ({ ...known, ...contact }))
