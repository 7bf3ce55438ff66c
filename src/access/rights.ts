/** A person's rights have changed: the rights of their open sockets are recomputed at once, and their pages are told to fetch again. */
import type { Cx } from '../platform/cx'
import { defineDomainEvent } from '../platform/extensions'
import { userUpdated } from './contract'
import { findUserOrFail, summarizeUser } from './people'

/** What these people may see has changed. */
export const rightsChanged = defineDomainEvent<{ readonly userIds: readonly number[] }>('rights.changed')

export function announceRights(cx: Cx, userIds: readonly number[]) {
  if (userIds.length === 0) return
  cx.happened(rightsChanged({ userIds }))
  for (const id of userIds) {
    const user = summarizeUser(cx, findUserOrFail(cx.db, id))
    cx.emit(userUpdated({ user }), (listener) => listener.profile !== 'user' || listener.userId === id)
  }
}
