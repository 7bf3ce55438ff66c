/**
 * Announces a changed user: updates lists and pickers, recomputes the rights of open sockets, and makes their pages
 * refetch.
 */
import type { Cx } from '../platform/cx'
import { defineDomainEvent } from '../platform/extensions'
import { personUpdated, userDeleted, userUpdated } from './contract'
import { findUserOrFail, optionOf, summarizeUser } from './people'
import type { User } from './tables'
import { seesUser } from './visibility'

/** These users may see other things than before. */
export const rightsChanged = defineDomainEvent<{ readonly userIds: readonly number[] }>('rights.changed')

/** A user was deleted. Their row stays, because past actions show its name. */
export const userRemoved = defineDomainEvent<{ readonly userId: number }>('user.removed')

/** Everybody in the company may see other things than before: open pages refetch everything. */
export const allRightsChanged = defineDomainEvent<null>('rights.allChanged')

export function announceRights(cx: Cx, userIds: readonly number[]) {
  if (userIds.length === 0) return
  cx.happened(rightsChanged({ userIds }))
  for (const id of userIds) {
    const user = findUserOrFail(cx.db, id)
    announceUser(cx, user, user)
  }
}

/**
 * Sends the new row to those who may see it, and a deletion to those who no longer may. Pickers of everybody are
 * updated.
 */
export function announceUser(cx: Cx, before: User | null, after: User) {
  const { id: userId } = after
  const isGone = after.deletedAt !== null
  if (!isGone) cx.emit(userUpdated({ user: summarizeUser(cx, after) }), (listener) => seesUser(listener, after))
  if (before)
    cx.emit(userDeleted({ userId }), (listener) => seesUser(listener, before) && (isGone || !seesUser(listener, after)))
  const person = after.active ? optionOf(cx.db, cx.now(), after) : null
  cx.emit(personUpdated({ userId, person }), () => true)
}
