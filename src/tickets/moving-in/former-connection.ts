/** The connection of tickets that name none, or one that the other product has deleted: it is deleted here, too. */
import { connections } from '../../channels/connections/tables'
import type { Move } from '../../moving-in/mover'

/** Under this id it is known to later runs. */
const NONE = ''

export function formerConnectionOf({ cx, ids }: Move): number {
  const known = ids.find('connections', NONE)
  if (known !== undefined) return known
  const at = cx.now()
  const { id } = cx.db
    .insert(connections)
    .values({ name: 'Conexão anterior', createdAt: at, updatedAt: at, deletedAt: at })
    .returning()
    .get()
  ids.add('connections', NONE, id)
  return id
}
