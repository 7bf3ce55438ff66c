/** A person has changed: lists and pickers are told, the rights of their open sockets are recomputed, and their pages fetch again. */
import type { Cx } from '../platform/cx'
import { defineDomainEvent } from '../platform/extensions'
import { personUpdated, userDeleted, userUpdated } from './contract'
import { findUserOrFail, optionOf, summarizeUser } from './people'
import type { User } from './tables'
import { seesUser } from './visibility'

/** What these people may see has changed. */
export const rightsChanged = defineDomainEvent<{ readonly userIds: readonly number[] }>('rights.changed')

/** What everybody in the company may see has changed: open pages fetch everything again. */
export const allRightsChanged = defineDomainEvent<null>('rights.allChanged')

export function announceRights(cx: Cx, userIds: readonly number[]) {
  if (userIds.length === 0) return
  cx.happened(rightsChanged({ userIds }))
  for (const id of userIds) {
    const user = findUserOrFail(cx.db, id)
    announceUser(cx, user, user)
  }
}

/** Whoever sees a person's row is told of it, and who saw it until now that it is gone; pickers are everybody's. */
export function announceUser(cx: Cx, before: User | null, after: User) {
  const { id: userId } = after
  const isGone = after.deletedAt !== null
  if (!isGone) cx.emit(userUpdated({ user: summarizeUser(cx, after) }), (listener) => seesUser(listener, after))
  if (before)
    cx.emit(userDeleted({ userId }), (listener) => seesUser(listener, before) && (isGone || !seesUser(listener, after)))
  const person = after.active ? optionOf(cx.db, cx.now(), after) : null
  cx.emit(personUpdated({ userId, person }), () => true)
}
