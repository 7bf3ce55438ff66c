import type {
  AddContactsToList,
  ContactList,
  ContactListItem,
  CreateContactList,
  CreateListItem,
  UpdateContactList,
  UpdateListItem,
} from '../../../src/features/contact-lists/contract'
import type { ContactListRoutes, ListItemRoutes } from '../../../src/features/contact-lists/routes'
import { client, fetchFile, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { ofSession } from '../../shared/session/ofPerson'
import { store } from '../../shared/store'
import { type ItemsWanted, itemsSpec, type ListsWanted, listsSpec } from './spec'

const { 'contact-lists': lists } = client<ContactListRoutes>()
const { 'contact-list-items': items } = client<ListItemRoutes>()

export const CONTACT_LISTS = '/contact-lists'

export const contactLists = liveCrud<ContactList, CreateContactList, UpdateContactList, ListsWanted>({
  ...listsSpec,
  routes: {
    async list({ view: { search }, page, signal }) {
      const query = { pageNumber: String(page), ...(search && { searchParam: search }) }
      const { records, hasMore } = await unwrap(lists.get({ query, fetch: { signal } }))
      return { items: records, hasMore }
    },
    one: (id, signal) => unwrap(lists({ id }).get({ fetch: { signal } })),
    create: (body) => unwrap(lists.post(body)),
    update: (id, body) => unwrap(lists({ id }).put(body)),
    remove: (id) => unwrap(lists({ id }).delete()),
  },
})

export const addContacts = (body: AddContactsToList) => unwrap(items.contacts.post(body))

/** With its current counters. */
export const fetchList = (id: number) => unwrap(lists({ id }).get())
export const fetchExample = (name: string) => fetchFile(`${CONTACT_LISTS}/example`, `${name}.xlsx`)

/** The filtered number of entries as the server last counted them; null if it did not. */
export const countAtom = ofSession<number | null>(null)

export const listItems = liveCrud<ContactListItem, CreateListItem, UpdateListItem, ItemsWanted>({
  ...itemsSpec,
  routes: {
    async list({ view: { listId, search, state }, after, signal }) {
      const query = {
        contactListId: String(listId),
        ...(search && { searchParam: search }),
        ...(state && { state }),
        ...(after !== undefined && { after }),
      }
      const { contacts, hasMore, next, count } = await unwrap(items.get({ query, fetch: { signal } }))
      store.set(countAtom, count)
      return { items: contacts, hasMore, next: next ?? undefined }
    },
    create: (body) => unwrap(items.post(body)),
    update: (id, body) => unwrap(items({ id }).put(body)),
    remove: (id) => unwrap(items({ id }).delete()),
  },
})
