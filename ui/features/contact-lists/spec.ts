/** The rules of contact lists and their entries: order, and what events mean for them. Pure. */
import { numberMatcher } from '../../../src/contacts/number-needle'
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
import { fits, needleOf, searchable } from '../../shared/plain'

/** Filters of the server. */
export type ListsFilter = { readonly search?: string | undefined }
export type ItemsFilter = {
  readonly listId: number
  readonly search?: string | undefined
  readonly state?: ItemState | undefined
}

const bySign = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
type NamedRow = { readonly id: number; readonly name: string }
const byName = (a: NamedRow, b: NamedRow) => bySign(searchable(a.name), searchable(b.name)) || a.id - b.id

export const listsSpec: CrudSpec<ContactList, ListsFilter> = {
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
  belongs: ({ name }, { search = '' }) => fits(needleOf(search), name),
}

export const itemsSpec: CrudSpec<ContactListItem, ItemsFilter> = {
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

function matches({ name, number, username }: ContactListItem, search: string): boolean {
  const wanted = search.trim().replace(/^@/, '').toLowerCase()
  return (
    fits(needleOf(search), name) ||
    numberMatcher(search)(number) ||
    (number === null && (username ?? '').toLowerCase().startsWith(wanted))
  )
}
