/** The rules of contact lists and their entries: order, and what events mean for them. Pure. */
import {
  type ContactList,
  type ContactListItem,
  contactListCreated,
  contactListDeleted,
  contactListUpdated,
  type ItemState,
  listItemCreated,
  listItemDeleted,
  listItemsProgressed,
  listItemsReloaded,
  listItemUpdated,
} from '../../../src/features/contact-lists/contract'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'
import { plain } from '../../shared/plain'

/** Filters of the server. */
export type ListsWanted = { readonly search?: string | undefined }
export type ItemsWanted = {
  readonly listId: number
  readonly search?: string | undefined
  readonly state?: ItemState | undefined
}

const bySign = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
type Named = { readonly id: number; readonly name: string }
const byName = (a: Named, b: Named) => bySign(plain(a.name), plain(b.name)) || a.id - b.id

export const listsSpec: CrudSpec<ContactList, ListsWanted> = {
  key: ['contact-lists'],
  compare: byName,
  events: [
    on(contactListCreated, ({ record }) => ({ put: record })),
    on(contactListUpdated, ({ record }) => ({ put: record })),
    on(contactListDeleted, ({ id }) => ({ drop: id })),
    on(listItemsProgressed, ({ contactListId, check }) => ({
      patch: contactListId,
      with: (row) => ({ ...row, check }),
    })),
  ],
  belongs: ({ name }, { search = '' }) => plain(name).includes(plain(search)),
}

export const itemsSpec: CrudSpec<ContactListItem, ItemsWanted> = {
  key: ['contact-list-items'],
  compare: byName,
  events: [
    on(listItemCreated, ({ record }) => ({ put: record })),
    on(listItemUpdated, ({ record }) => ({ put: record })),
    on(listItemDeleted, ({ id }) => ({ drop: id })),
  ],
  refetchOn: [on(listItemsReloaded, () => true)],
  belongs: (item, { listId, search, state }) =>
    item.contactListId === listId && (state === undefined || isIn(item, state)) && matches(item, search ?? ''),
}

const isIn = ({ isWhatsappValid, inBlacklist }: ContactListItem, state: ItemState): boolean =>
  ({
    valid: isWhatsappValid === true,
    invalid: isWhatsappValid === false,
    unchecked: isWhatsappValid === null,
    blacklist: inBlacklist,
  })[state]

/** Fewer digits than this match names only. */
const DIGITS = 3

function matches({ name, number, username }: ContactListItem, search: string): boolean {
  const digits = search.replace(/\D/g, '')
  const wanted = search.trim().replace(/^@/, '').toLowerCase()
  return (
    plain(name).includes(plain(search)) ||
    (digits.length >= DIGITS && (number ?? '').includes(digits)) ||
    (number === null && (username ?? '').toLowerCase().startsWith(wanted))
  )
}
