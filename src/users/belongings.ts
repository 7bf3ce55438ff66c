/** Rows that belong to one user alone. */
import { on, type Subscriber } from '../platform/extensions'
import { mayHold, statement } from '../platform/sqlite'
import { rightsChanged } from './rights'

/** Deletes a deleted user's rows in `table` (its column `user_id`): nobody else may read them. */
export function deletedWithUser(table: string): Subscriber {
  const anyRows = mayHold(table)
  return on(rightsChanged, 'inTransaction', ({ db }, { userIds }) => {
    if (!anyRows(db)) return
    statement(
      db.$client,
      `DELETE FROM ${table} WHERE user_id IN (
         SELECT u.id FROM json_each(?) chosen CROSS JOIN users u ON u.id = chosen.value WHERE u.deleted_at IS NOT NULL)`,
    ).run(JSON.stringify(userIds))
  })
}
