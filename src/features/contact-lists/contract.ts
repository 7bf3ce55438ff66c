/** Contact lists: the people campaigns write to, whether or not they are contacts. */
import * as v from 'valibot'
import { MOST_CONTACTS_AT_ONCE, TypedNumber } from '../../contacts/contract'
import { defineEvent, type Subject } from '../../platform/events'
import { Email, Id, Instant, list, Name } from '../../platform/formats'

/** Per company. */
export const MOST_LISTS = 1_000
/** Per list. */
export const MOST_ITEMS = 200_000
/** Per spreadsheet, besides the header row. */
export const MOST_LIST_ROWS = 100_000

/** Why numbers are not looked up now: no usable connection, or the hourly limit is reached. */
export const CheckWait = v.picklist(['disconnected', 'restricted', 'limit'])
export type CheckWait = v.InferOutput<typeof CheckWait>

/** Progress of looking up a list's numbers; null when nothing is left. */
export const ListCheck = v.object({
  done: v.number(),
  total: v.number(),
  /** `until` is null if the wait does not end by itself. */
  wait: v.nullable(v.object({ why: CheckWait, until: v.nullable(Instant) })),
})
export type ListCheck = v.InferOutput<typeof ListCheck>

export const ContactList = v.object({
  id: Id,
  name: v.string(),
  contactsCount: v.number(),
  /** Items whose number is on WhatsApp. */
  validCount: v.number(),
  invalidCount: v.number(),
  blacklistCount: v.number(),
  check: v.nullable(ListCheck),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ContactList = v.InferOutput<typeof ContactList>
export const ContactListPage = v.object({ records: v.array(ContactList), hasMore: v.boolean(), count: v.number() })
/** All lists by name, for pickers. */
export const ContactListNames = v.array(v.object({ id: Id, name: v.string(), contactsCount: v.number() }))

export const CreateContactList = v.object({ name: Name })
export type CreateContactList = v.InferOutput<typeof CreateContactList>
export const UpdateContactList = v.partial(CreateContactList)
export type UpdateContactList = v.InferOutput<typeof UpdateContactList>

export const ContactListItem = v.object({
  id: Id,
  contactListId: Id,
  name: v.string(),
  /** Null if unknown; then `contactId` identifies the item. */
  number: v.nullable(v.string()),
  contactId: v.nullable(Id),
  username: v.nullable(v.string()),
  email: v.nullable(v.string()),
  /** Null: not looked up. */
  isWhatsappValid: v.nullable(v.boolean()),
  inBlacklist: v.boolean(),
  /** Further columns of the spreadsheet. */
  extraInfo: v.array(v.object({ name: v.string(), value: v.string() })),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ContactListItem = v.InferOutput<typeof ContactListItem>

/** Filters of a list's items. */
export const itemStates = ['valid', 'invalid', 'unchecked', 'blacklist'] as const
export type ItemState = (typeof itemStates)[number]

/** Sorted by name. `next` is the cursor of the next page. `count` is null if it would need a full scan. */
export const ContactListItemPage = v.object({
  contacts: v.array(ContactListItem),
  hasMore: v.boolean(),
  count: v.nullable(v.number()),
  next: v.nullable(v.string()),
})

const ItemFields = {
  name: Name,
  number: TypedNumber,
  email: v.optional(v.nullable(v.union([v.literal(''), Email]))),
  inBlacklist: v.optional(v.boolean('form.invalid')),
}
export const CreateListItem = v.object({ contactListId: Id, ...ItemFields })
export type CreateListItem = v.InferOutput<typeof CreateListItem>
export const UpdateListItem = v.partial(v.object(ItemFields))
/** Body of `POST /contact-list-items/contacts`. Skips contacts already on the list and those that cannot be written to. */
export const AddContactsToList = v.object({
  contactListId: Id,
  contactIds: list(Id, { least: 1, most: MOST_CONTACTS_AT_ONCE }),
})
export type AddContactsToList = v.InferOutput<typeof AddContactsToList>
export const AddedToList = v.object({ added: v.number(), known: v.number(), unreachable: v.number() })
export type AddedToList = v.InferOutput<typeof AddedToList>
export type UpdateListItem = v.InferOutput<typeof UpdateListItem>

const listSubject = (id: number): Subject => `contactList ${id}`
const itemSubject = (id: number): Subject => `contactListItem ${id}`
const ListEvent = v.object({ record: ContactList })
const aboutList = ({ record }: v.InferOutput<typeof ListEvent>) => [listSubject(record.id)]
export const contactListCreated = defineEvent('ContactList.create', ListEvent, { about: aboutList })
/** The name or a counter changed. */
export const contactListUpdated = defineEvent('ContactList.update', ListEvent, { about: aboutList })
export const contactListDeleted = defineEvent('ContactList.delete', v.object({ id: Id }), {
  takesBack: ({ id }) => listSubject(id),
})

const ItemEvent = v.object({ record: ContactListItem })
const aboutItem = ({ record }: v.InferOutput<typeof ItemEvent>) => [
  itemSubject(record.id),
  listSubject(record.contactListId),
]
export const listItemCreated = defineEvent('ContactListItem.create', ItemEvent, { about: aboutItem })
export const listItemUpdated = defineEvent('ContactListItem.update', ItemEvent, { about: aboutItem })
export const listItemDeleted = defineEvent('ContactListItem.delete', v.object({ id: Id, contactListId: Id }), {
  takesBack: ({ id }) => itemSubject(id),
})
/** Many items changed at once: refetch. */
export const listItemsReloaded = defineEvent('ContactListItem.reload', v.object({ contactListId: Id }), {
  about: ({ contactListId }) => [listSubject(contactListId)],
})
/** Numbers were looked up. */
export const listItemsProgressed = defineEvent(
  'ContactListItem.progress',
  v.object({ contactListId: Id, check: v.nullable(ListCheck) }),
  { about: ({ contactListId }) => [listSubject(contactListId)] },
)
