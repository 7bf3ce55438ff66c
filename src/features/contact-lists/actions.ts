import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { type Act, changesBetween, recordAct } from '../../audit/record'
import { cancelImportsOf } from '../../bulk-import/actions'
import { phoneMeant } from '../../channels/dialing'
import { contactKey, otherForm } from '../../contacts/number'
import { addressesOf, findContact } from '../../contacts/queries'
import type { Contact } from '../../contacts/tables'
import { fail } from '../../errors'
import { isOptedOut } from '../../outbound/suppression/opt-outs'
import { createBudget } from '../../platform/budget'
import type { Cx } from '../../platform/cx'
import { execute, getColumn, getRows, getValue } from '../../platform/sql'
import { searchable } from '../../platform/text'
import { announceItem, announceList, hears } from './announce'
import {
  type AddContactsToList,
  type AddedToList,
  type CreateContactList,
  type CreateListItem,
  contactListCreated,
  contactListDeleted,
  listItemCreated,
  listItemDeleted,
  listItemsReloaded,
  MOST_ITEMS,
  MOST_LISTS,
  type UpdateContactList,
  type UpdateListItem,
} from './contract'
import { listErrors } from './errors'
import { contactListDeleting } from './events'
import { CONTACT_LISTS } from './import-target'
import { knownValidity } from './known-numbers'
import {
  findContactList,
  findContactListOrFail,
  findItemByNumber,
  findItemOrFail,
  listContactLists,
  showItem,
  showList,
} from './queries'
import { contactListItems, contactLists, type StoredItem, type StoredList } from './tables'

export function createContactList(cx: Cx, actor: Actor, { name }: CreateContactList): StoredList {
  return cx.transaction((cx) => {
    const others = listContactLists(cx.db)
    if (others.length >= MOST_LISTS) fail(listErrors.ERR_LIST_LIMIT, { most: MOST_LISTS })
    requireDistinct(others, name)
    const at = { createdAt: cx.now(), updatedAt: cx.now() }
    const list = cx.db
      .insert(contactLists)
      .values({ name, nameFolded: folded(name), ...at })
      .returning()
      .get()
    record(cx, actor, 'create', list)
    cx.emit(contactListCreated({ record: showList(cx.db, cx.now(), list) }), hears)
    return list
  })
}

export function changeContactList(cx: Cx, actor: Actor, id: number, { name }: UpdateContactList): StoredList {
  return cx.transaction((cx) => {
    const before = findContactListOrFail(cx.db, id)
    if (name === undefined || name === before.name) return before
    requireDistinct(
      listContactLists(cx.db).filter((other) => other.id !== id),
      name,
    )
    const change = { name, nameFolded: folded(name), updatedAt: cx.now() }
    cx.db.update(contactLists).set(change).where(eq(contactLists.id, id)).run()
    const after = findContactListOrFail(cx.db, id)
    record(cx, actor, 'update', after, before)
    announceList(cx, id)
    return after
  })
}

/** Hides the list at once; a job deletes its items. */
export function deleteContactList(cx: Cx, actor: Actor, id: number) {
  cx.transaction((cx) => {
    const list = findContactListOrFail(cx.db, id)
    cx.happened(contactListDeleting({ id }))
    cx.db.update(contactLists).set({ deletedAt: cx.now() }).where(eq(contactLists.id, id)).run()
    cancelImportsOf(cx, CONTACT_LISTS, id)
    record(cx, actor, 'delete', list)
    cx.emit(contactListDeleted({ id }), hears)
  })
}

/** Items of deleted lists removed per transaction. */
const ROWS_PER_TRANSACTION = 500

/** Deletes a batch of items of a deleted list. Returns false when nothing was left. */
export function clearDeleted(cx: Cx): boolean {
  return cx.transaction(({ db }) => {
    const raw = db.$client
    const id = getValue(raw, 'SELECT id FROM contact_lists WHERE deleted_at IS NOT NULL LIMIT 1')
    if (id === undefined) return false
    const cut = `DELETE FROM contact_list_items WHERE id IN (SELECT id FROM contact_list_items WHERE list_id = ? LIMIT ${ROWS_PER_TRANSACTION})`
    if (execute(raw, cut, id).changes === 0) execute(raw, 'DELETE FROM contact_lists WHERE id = ?', id)
    return true
  })
}

export function createItem(
  cx: Cx,
  actor: Actor,
  { contactListId, name, number: typed, email, inBlacklist }: CreateListItem,
): StoredItem {
  return cx.transaction((cx) => {
    const list = findContactListOrFail(cx.db, contactListId)
    if (list.contactsCount >= MOST_ITEMS) fail(listErrors.ERR_LIST_FULL, { most: MOST_ITEMS })
    const number = phoneMeant(cx, typed)
    requireFree(cx, contactListId, number)
    const now = cx.now()
    const valid = knownValidity(cx.db, number, now)
    const item = cx.db
      .insert(contactListItems)
      .values({
        listId: contactListId,
        name,
        nameFolded: searchable(name),
        number,
        email: email || null,
        isWhatsappValid: valid,
        checkedAt: valid === null ? null : now,
        inBlacklist: inBlacklist || isOptedOut(cx.db, { number }),
        createdAt: now,
        updatedAt: now,
      })
      .returning()
      .get()
    recordItem(cx, actor, 'itemCreate', null, item)
    cx.emit(listItemCreated({ record: showItem(cx.db, item) }), hears)
    announceList(cx, contactListId)
    return item
  })
}

/** Per transaction; yields to the event loop in between. */
const ADDED_AT_ONCE = 10

/** Adds contacts by id, so that those without a known number can be on a list too. `find` throws for ones the actor may not see. */
export async function addContacts(
  cx: Cx,
  actor: Actor,
  { contactListId, contactIds }: AddContactsToList,
  find: (id: number) => Contact,
): Promise<AddedToList> {
  findContactListOrFail(cx.db, contactListId)
  const budget = createBudget()
  const ids = [...new Set(contactIds)]
  for (const id of ids) {
    await budget.rest()
    find(id)
  }
  const counts = { added: 0, known: 0, unreachable: 0 }
  for (let from = 0; from < ids.length; from += ADDED_AT_ONCE) {
    await budget.rest()
    cx.transaction((cx) => {
      for (const id of ids.slice(from, from + ADDED_AT_ONCE)) counts[addContact(cx, contactListId, id)]++
    })
  }
  if (counts.added > 0) {
    const changes = [{ field: 'created', from: null, to: counts.added }]
    recordAct(cx, actor, {
      kind: 'contactList',
      act: 'import',
      subject: findContactListOrFail(cx.db, contactListId),
      changes,
    })
  }
  announceList(cx, contactListId)
  cx.emit(listItemsReloaded({ contactListId }), hears)
  return counts
}

function addContact(cx: Cx, contactListId: number, id: number): keyof AddedToList {
  const contact = findContact(cx.db, id)
  const { contactsCount } = findContactListOrFail(cx.db, contactListId)
  if (contactsCount >= MOST_ITEMS) fail(listErrors.ERR_LIST_FULL, { most: MOST_ITEMS })
  if (!contact || contact.isGroup || addressesOf(cx.db, id).length === 0) return 'unreachable'
  const number = contact.number ?? contactKey(id)
  if (findItemByNumber(cx.db, contactListId, number) !== undefined) return 'known'
  const now = cx.now()
  // A contact without a number has an address from the messenger, so the account exists.
  const valid = contact.number === null ? true : knownValidity(cx.db, number, now)
  cx.db
    .insert(contactListItems)
    .values({
      listId: contactListId,
      name: contact.name,
      nameFolded: contact.nameFolded,
      number,
      contactId: contact.number === null ? id : null,
      email: contact.email,
      isWhatsappValid: valid,
      checkedAt: valid === null ? null : now,
      inBlacklist: isOptedOut(cx.db, { contactId: id, number: contact.number }),
      createdAt: now,
      updatedAt: now,
    })
    .run()
  return 'added'
}

/** After a merge, moves the items to the kept contact, at most one in each list. */
export function moveItems(cx: Cx, { keptId, goneId }: { readonly keptId: number; readonly goneId: number }) {
  const raw = cx.db.$client
  const number = findContact(cx.db, keptId)?.number ?? null
  execute(raw, 'UPDATE OR IGNORE contact_list_items SET number = ?, contact_id = ? WHERE contact_id = ?', [
    number ?? contactKey(keptId),
    number === null ? keptId : null,
    goneId,
  ])
}

export function changeItem(cx: Cx, actor: Actor, id: number, input: UpdateListItem): StoredItem {
  return cx.transaction((cx) => {
    const before = findItemOrFail(cx.db, id)
    const number = input.number === undefined ? before.number : phoneMeant(cx, input.number)
    const isOther = number !== before.number
    const contactId = isOther ? null : before.contactId
    if (isOther) requireFree(cx, before.listId, number, id)
    const refuses = isOptedOut(cx.db, { contactId, number })
    if (refuses && input.inBlacklist === false) fail(listErrors.ERR_LIST_OPTED_OUT)
    const { name = before.name, email = before.email, inBlacklist = before.inBlacklist } = input
    const now = cx.now()
    const valid = isOther ? knownValidity(cx.db, number, now) : before.isWhatsappValid
    const after = cx.db
      .update(contactListItems)
      .set({
        name,
        nameFolded: searchable(name),
        number,
        email: email || null,
        inBlacklist: inBlacklist || (isOther && refuses),
        contactId,
        ...(isOther && { isWhatsappValid: valid, checkedAt: valid === null ? null : now, tries: 0 }),
        updatedAt: now,
      })
      .where(eq(contactListItems.id, id))
      .returning()
      .get()
    if (!after) return before
    recordItem(cx, actor, 'itemUpdate', before, after)
    announceItem(cx, after)
    announceList(cx, after.listId)
    return after
  })
}

export function deleteItem(cx: Cx, actor: Actor, id: number) {
  cx.transaction((cx) => {
    const item = findItemOrFail(cx.db, id)
    const { listId } = item
    recordItem(cx, actor, 'itemDelete', item, null)
    cx.db.delete(contactListItems).where(eq(contactListItems.id, id)).run()
    cx.emit(listItemDeleted({ id, contactListId: listId }), hears)
    announceList(cx, listId)
  })
}

/** Runs in the transaction that erases the contact. */
export function eraseFromLists(cx: Cx, { id: contactId, number }: Pick<Contact, 'id' | 'number'>) {
  const gone = getRows<{ id: number; listId: number }>(
    cx.db,
    'DELETE FROM contact_list_items WHERE contact_id = ? OR number IN (?, ?) RETURNING id, list_id AS listId',
    [contactId, number, (number && otherForm(number)) ?? number],
  )
  for (const { id, listId } of gone) {
    cx.emit(listItemDeleted({ id, contactListId: listId }), hears)
    announceList(cx, listId)
  }
}

/** After an opt-out, marks the contact as blacklisted in every list. */
export function blacklistEverywhere(
  cx: Cx,
  who: { readonly contactId: number | null; readonly number: string | null },
) {
  const raw = cx.db.$client
  const number = who.number ?? (who.contactId === null ? null : (findContact(cx.db, who.contactId)?.number ?? null))
  const ids = getColumn<number>(
    raw,
    `SELECT id FROM contact_list_items WHERE number IN (?, ?) AND in_blacklist = 0
     UNION SELECT id FROM contact_list_items WHERE contact_id = ? AND in_blacklist = 0 ORDER BY id`,
    [number, (number && otherForm(number)) ?? number, who.contactId],
  )
  const touched = new Set<number>()
  for (const id of ids) {
    const item = cx.db
      .update(contactListItems)
      .set({ inBlacklist: true, updatedAt: cx.now() })
      .where(eq(contactListItems.id, id))
      .returning()
      .get()
    if (!item) continue
    announceItem(cx, item)
    touched.add(item.listId)
  }
  for (const listId of touched) announceList(cx, listId)
}

/** Both forms of a Brazilian mobile number are one person. */
function requireFree(cx: Cx, listId: number, number: string, exceptId?: number) {
  if (findItemByNumber(cx.db, listId, number, exceptId) !== undefined)
    fail(listErrors.ERR_LIST_NUMBER_TAKEN, [{ field: 'number', message: number }])
}

/** Well-formed, because SQLite replaces lone surrogates. */
const folded = (name: string): string => searchable(name.toWellFormed())

function requireDistinct(others: readonly StoredList[], name: string) {
  if (others.some((other) => other.nameFolded === folded(name)))
    fail('ERR_DUPLICATED_NAME', [{ field: 'name', message: name }])
}

function record(cx: Cx, actor: Actor, act: Act['act'], list: StoredList, before?: StoredList) {
  const changes = before ? changesBetween({ name: before.name }, { name: list.name }) : []
  recordAct(cx, actor, { kind: 'contactList', act, subject: list, changes })
}

function recordItem(cx: Cx, actor: Actor, act: Act['act'], before: StoredItem | null, after: StoredItem | null) {
  const noted = ({ name, number, contactId, email, inBlacklist }: StoredItem) => ({
    name,
    number: contactId === null ? number : null,
    email,
    inBlacklist,
  })
  const none = { name: null, number: null, email: null, inBlacklist: null }
  const changes = changesBetween<object>(before ? noted(before) : none, after ? noted(after) : none)
  const list = findContactList(cx.db, (after ?? before)?.listId ?? 0)
  if (list && changes.length > 0) recordAct(cx, actor, { kind: 'contactList', act, subject: list, changes })
}
