/** Contacts: the requests to the server, and the cache of their responses. */
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import type { ContactRow, ContactSummary, FindUsername } from '../../../src/contacts/contract'
import type { CreateContact, UpdateContact } from '../../../src/contacts/editing/contract'
import type { ContactDetail } from '../../../src/contacts/groups/contract'
import type { ContactRoutes } from '../../../src/features/contact-book/routes'
import type { PersonalDataRoutes } from '../../../src/features/personal-data/routes'
import type { OpenTicket, OpenTickets } from '../../../src/tickets/contract'
import { call, client, unwrap } from '../../shared/client'
import { applyNews } from '../../shared/live/live-query'
import { liveCrud } from '../../shared/live/liveCrud'
import { ofSession } from '../../shared/session/ofPerson'
import { store } from '../../shared/store'
import { type ContactsFilter, contactsSpec, rowOf } from './spec'

const { contacts } = client<ContactRoutes>()
const { contacts: personalData } = client<PersonalDataRoutes>()

export const createContact = (body: CreateContact) => unwrap(contacts.post(body))
/** Finds the contact with this username, creating one if needed. */
export const findUsername = (body: FindUsername) => unwrap(contacts.username.post(body))
export const updateContact = (id: number, body: UpdateContact) => unwrap(contacts({ id }).put(body))
export const toggleAudio = (id: number) => unwrap(contacts.toggleAcceptAudio({ id }).put())
export const blockContact = (id: number, active: boolean) => unwrap(contacts.block({ id }).put({ active }))
export const undoMerge = (mergeId: number) => unwrap(contacts.merges({ id: mergeId }).undo.post())
/** The contact's active ticket, and whether this user may write to the contact. */
export const fetchOpenTicket = (contactId: number) => call<OpenTicket>('GET', `/contacts/existsOpenTicket/${contactId}`)

export const contactQuery = (id: number) =>
  queryOptions({
    queryKey: ['contact', id],
    queryFn: ({ signal }) => unwrap(contacts({ id }).get({ fetch: { signal } })),
    staleTime: 60_000,
  })

/** The dialling rules of the company's country. */
export const dialingQuery = queryOptions({
  queryKey: ['dialing'],
  queryFn: ({ signal }) => unwrap(contacts.dialing.get({ fetch: { signal } })),
  staleTime: 60_000,
})

/** The reader of numbers with the numbering plans of all countries: too large for the first load. */
export const phoneReaderQuery = queryOptions({
  queryKey: ['phone-reader'],
  queryFn: async () => (await import('../../../src/contacts/phone')).readPhone,
  staleTime: Number.POSITIVE_INFINITY,
  networkMode: 'always',
})

/** The company's merges that can be undone. */
export const recentMergesQuery = queryOptions({
  queryKey: ['contact-merges'],
  queryFn: ({ signal }) => unwrap(contacts.merges.get({ fetch: { signal } })),
  staleTime: 0,
})

/** Whether WhatsApp knows a number. The server limits these checks, and makes none while the connection is down. */
export const numberCheckQuery = (phone: string) =>
  queryOptions({
    queryKey: ['number-check', phone],
    queryFn: ({ signal }) => unwrap(contacts.check({ number: `+${phone}` }).get({ fetch: { signal } })),
    staleTime: 300_000,
    retry: false,
  })

export const mergesQuery = (contactId: number) =>
  queryOptions({
    queryKey: ['contact-merges', contactId],
    queryFn: ({ signal }) => unwrap(contacts({ id: contactId }).merges.get({ fetch: { signal } })),
    // No event reports a merge.
    staleTime: 0,
  })

/** Minimum length of a search for contacts, as specified. */
export const SEARCH_FROM = 3
export const contactSearchQuery = (searchParam: string) =>
  queryOptions({
    queryKey: ['contacts', 'search', searchParam],
    queryFn: ({ signal }) => unwrap(contacts.get({ query: { searchParam, pageNumber: '1' }, fetch: { signal } })),
    enabled: searchParam.length >= SEARCH_FROM,
  })

/** Contacts without any ticket. */
export const strangersQuery = (searchParam: string) =>
  queryOptions({
    queryKey: ['contacts', 'strangers', searchParam],
    queryFn: ({ signal }) =>
      unwrap(contacts.get({ query: { searchParam, noTicket: 'true', pageNumber: '1' }, fetch: { signal } })),
    enabled: searchParam.length >= SEARCH_FROM,
  })

/** Whether this user may write to each of these contacts, and who has the ticket; not cached. */
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

export const fetchDeletion = (id: number) => unwrap(contacts({ id }).deletion.get())
const deleteContact = (id: number) => unwrap(contacts({ id }).delete())
export const erasePersonalData = (id: number) => unwrap(personalData({ id })['personal-data'].delete())
export const deleteContacts = (contactIds: number[]) => unwrap(contacts.delete.post({ contactIds }))
export const categorizeContacts = (contactIds: number[], contactCategoryId: number | null) =>
  unwrap(contacts.category.put({ contactIds, contactCategoryId }))

const PartOfTag = v.object({ id: v.number(), name: v.string(), color: v.string() })

/** The company's tags, owned by another module. */
export const tagsQuery = queryOptions({
  queryKey: ['contacts', 'tags'],
  queryFn: async ({ signal }) =>
    v.parse(v.array(PartOfTag), await call<unknown>('GET', '/tags/list', undefined, signal)),
})
/** The company's connections, owned by another module. */
export const connectionNamesQuery = queryOptions({
  queryKey: ['contacts', 'connections'],
  queryFn: async ({ signal }) =>
    v.parse(
      v.array(v.object({ id: v.number(), name: v.string() })),
      await call<unknown>('GET', '/whatsapp?session=0', undefined, signal),
    ),
})
const TICKETS_AT_ONCE = 100
export async function tagTickets(ticketIds: readonly number[], tagId: number) {
  for (let from = 0; from < ticketIds.length; from += TICKETS_AT_ONCE)
    await call('PUT', '/ticket-tags', { ticketIds: ticketIds.slice(from, from + TICKETS_AT_ONCE), tagId, tagged: true })
}

/** The filtered number of contacts as the server last counted them. */
export const countAtom = ofSession<number | null>(null)

/** The list of the page. */
export const contactList = liveCrud<ContactRow, CreateContact, UpdateContact, ContactsFilter>({
  ...contactsSpec,
  routes: {
    async list({ view, after, signal }) {
      const query = { ...queryOf(view), ...(after !== undefined && { after }) }
      const { contacts: items, hasMore, next, count } = await unwrap(contacts.get({ query, fetch: { signal } }))
      if (count !== null) store.set(countAtom, count)
      return { items, hasMore, next: next ?? undefined }
    },
    create: async (body) => rowOf(await createContact(body)),
    update: async (id, body) => rowOf(await updateContact(id, body)),
    remove: deleteContact,
  },
})

const searchFields = { both: 'searchParam', name: 'name', number: 'number', username: 'username' } as const

const queryOf = ({
  search,
  searchIn = 'both',
  category,
  connection,
  channel,
  state,
  from,
  to,
  sort,
  desc,
}: ContactsFilter) => ({
  ...(search && { [searchFields[searchIn]]: search }),
  ...(category !== undefined && { contactCategoryId: String(category) }),
  ...(connection !== undefined && { whatsappId: String(connection) }),
  ...(channel && { channel }),
  ...(state === 'new' && { noTicket: 'true' as const }),
  ...(state === 'active' && { active: 'true' as const }),
  ...(state === 'blocked' && { active: 'false' as const }),
  ...(from && { dateStart: from }),
  ...(to && { dateEnd: to }),
  ...(sort && { sort }),
  ...(desc && { desc: 'true' as const }),
})
/** Search for contact fields. */
export async function searchContacts(searchParam: string, signal: AbortSignal) {
  const found = await unwrap(contacts.get({ query: { searchParam, pageNumber: '1' }, fetch: { signal } }))
  return found.contacts.map(({ id, name, number, profilePicUrl }) => ({
    id,
    name,
    profilePicUrl,
    ...(number && { second: number }),
  }))
}
