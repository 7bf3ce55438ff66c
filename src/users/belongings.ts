/** Rows that belong to one user alone. */
import { on, type Subscriber } from '../platform/extensions'
import { execute } from '../platform/sql'
import { userRemoved } from './rights'

/** Deletes a deleted user's rows in `table` (its column `user_id`): nobody else may read them. */
export const deletedWithUser = (table: string): Subscriber =>
  on(userRemoved, 'inTransaction', ({ db }, { userId }) => {
    execute(db, `DELETE FROM ${table} WHERE user_id = ?`, userId)
  })
