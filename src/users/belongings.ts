/** Rows that belong to one user alone. */
import type { Cx } from '../platform/cx'
import { defineExtensionPoint, on, type Subscriber } from '../platform/extensions'
import { execute } from '../platform/sql'
import type { Db } from '../platform/sqlite'
import { userRemoved } from './rights'

/** Deletes a deleted user's rows in `table` (its column `user_id`): nobody else may read them. */
export const deletedWithUser = (table: string): Subscriber =>
  on(userRemoved, 'inTransaction', ({ db }, { userId }) => {
    execute(db, `DELETE FROM ${table} WHERE user_id = ?`, userId)
  })

/** Counts a user's own quick messages, which nobody else may read. */
export const quickMessageCounts = defineExtensionPoint<(db: Db, userId: number) => number>('user.quickMessageCounts')

export const countPrivateQuickMessages = (cx: Cx, userId: number): number =>
  cx.membersOf(quickMessageCounts).reduce((sum, count) => sum + count(cx.db, userId), 0)
