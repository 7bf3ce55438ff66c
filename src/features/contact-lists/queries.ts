import { and, eq, gt, isNull } from 'drizzle-orm'
import { otherForm } from '../../contacts/number'
import { findContact } from '../../contacts/queries'
import { usernameOf } from '../../contacts/usernames'
import { fail } from '../../errors'
import { finder } from '../../platform/finder'
import { instant, instantOrNull } from '../../platform/formats'
import { hasEach, needleOf } from '../../platform/needle'
import { getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { searchable } from '../../platform/text'
import type { ContactListItem, ContactList as ListShown } from './contract'
import { listErrors } from './errors'
import { lookupQuotaOf } from './lookup-quota'
import { contactListItems, contactLists, type StoredItem, type StoredList } from './tables'

const lists = finder(contactLists, listErrors.ERR_NO_CONTACT_LIST_FOUND)
const items = finder(contactListItems, listErrors.ERR_NO_LIST_ITEM_FOUND)

export function findContactList(db: Db, id: number): StoredList | undefined {
  const found = lists.find(db, id)
  return found?.deletedAt === null ? found : undefined
}
export const findContactListOrFail = (db: Db, id: number): StoredList =>
  findContactList(db, id) ?? fail(listErrors.ERR_NO_CONTACT_LIST_FOUND)

export const findItem = items.find

export const isListNamed = (db: Db, name: string): boolean =>
  getValue(db, 'SELECT 1 FROM contact_lists WHERE name_folded = ? AND deleted_at IS NULL', searchable(name)) !==
  undefined

/** Finds items of undeleted lists only. */
export function findItemOrFail(db: Db, id: number): StoredItem {
  const found = findItem(db, id)
  return found && findContactList(db, found.listId) ? found : fail(listErrors.ERR_NO_LIST_ITEM_FOUND)
}

/** In insertion order, after `afterId`. */
export const listItems = (db: Db, listId: number, afterId: number, limit: number): StoredItem[] =>
  db
    .select()
    .from(contactListItems)
    .where(and(eq(contactListItems.listId, listId), gt(contactListItems.id, afterId)))
    .orderBy(contactListItems.id)
    .limit(limit)
    .all()

const byName = (a: StoredList, b: StoredList) =>
  a.nameFolded < b.nameFolded ? -1 : a.nameFolded > b.nameFolded ? 1 : a.id - b.id

/** Sorted by name. There are few enough to read them all. */
export function listContactLists(db: Db, search = ''): StoredList[] {
  const needle = needleOf(search)
  return db
    .select()
    .from(contactLists)
    .where(isNull(contactLists.deletedAt))
    .all()
    .filter(({ nameFolded }) => hasEach(nameFolded, needle))
    .sort(byName)
}

export function showList(db: Db, now: number, list: StoredList): ListShown {
  const { id, name, contactsCount, validCount, invalidCount, blacklistCount, dueCount } = list
  const { wait } = dueCount > 0 ? lookupQuotaOf(db, now) : { wait: null }
  return {
    id,
    name,
    contactsCount,
    validCount,
    invalidCount,
    blacklistCount,
    check:
      dueCount > 0
        ? {
            done: contactsCount - dueCount,
            total: contactsCount,
            wait: wait && { why: wait.why, until: instantOrNull(wait.until) },
          }
        : null,
    createdAt: instant(list.createdAt),
    updatedAt: instant(list.updatedAt),
  }
}

export const showItem = (db: Db, { listId, extra, contactId, ...item }: StoredItem): ContactListItem => ({
  id: item.id,
  contactListId: listId,
  name: item.name,
  ...shownIdentity(db, item.number, contactId),
  email: item.email,
  isWhatsappValid: item.isWhatsappValid,
  inBlacklist: item.inBlacklist,
  extraInfo: extra.map(({ name, value }) => ({ name, value })),
  createdAt: instant(item.createdAt),
  updatedAt: instant(item.updatedAt),
})

/** Identity to show; without a number, the contact's username. */
const shownIdentity = (db: Db, number: string, contactId: number | null) => {
  if (contactId === null) return { number, contactId, username: null }
  return { number: findContact(db, contactId)?.number ?? null, contactId, username: usernameOf(db, contactId) }
}

/** Matches either form of the number. */
export const findItemByNumber = (db: Db, listId: number, number: string, exceptId = 0): number | undefined =>
  getValue<number>(db, 'SELECT id FROM contact_list_items WHERE list_id = ? AND number IN (?, ?) AND id <> ?', [
    listId,
    number,
    otherForm(number) ?? number,
    exceptId,
  ])
