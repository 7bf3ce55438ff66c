/** Events for users who may see contact lists. */

import type { Actor } from '../../actor'
import { manageCampaigns } from '../../outbound/contract'
import type { Cx } from '../../platform/cx'
import { can } from '../../users/permissions'
import { contactListUpdated, listItemsProgressed, listItemUpdated } from './contract'
import { findContactList, listContactLists, showItem, showList } from './queries'
import type { StoredItem } from './tables'

export const hears = (listener: Actor): boolean => can(listener, manageCampaigns)

/** Announces the list with its current counters. */
export function announceList(cx: Cx, id: number) {
  const list = findContactList(cx.db, id)
  if (list) cx.emit(contactListUpdated({ record: showList(cx.db, cx.now(), list) }), hears)
}

export const announceItem = (cx: Cx, item: StoredItem) =>
  cx.emit(listItemUpdated({ record: showItem(cx.db, item) }), hears)

/** Announces all lists with numbers to look up, after look-ups became possible or impossible. */
export function announceChecks(cx: Cx) {
  for (const { id, dueCount } of listContactLists(cx.db)) if (dueCount > 0) announceProgress(cx, id)
}

export function announceProgress(cx: Cx, listId: number) {
  const list = findContactList(cx.db, listId)
  if (!list) return
  const { check } = showList(cx.db, cx.now(), list)
  cx.emit(listItemsProgressed({ contactListId: listId, check }), hears)
  announceList(cx, listId)
}
