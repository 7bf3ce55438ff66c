/**
 * Names for list rows, cached until one of them changes instead of joined to every row: names are few, rows are many.
 */
import { getOrMake } from '../../platform/maps'
import { getRow, getValue } from '../../platform/sql'
import { type Db, type Raw, rememberedIn } from '../../platform/sqlite'

export type Names = {
  user(id: number): { id: number; name: string }
  queue(id: number): { id: number; name: string; color: string }
  connection(id: number): { id: number; name: string; farewellMessage: string }
}

/** Valid for one page; call it again for the next. */
export const namesIn: (db: Db) => Names = rememberedIn(
  ({ $client }) => read($client),
  ['users', 'queues', 'connections'],
)

function read(raw: Raw): Names {
  const [users, queues, connections] = [
    new Map<number, string>(),
    new Map<number, ReturnType<Names['queue']>>(),
    new Map<number, ReturnType<Names['connection']>>(),
  ]
  const nameOf = (id: number) => String(getValue(raw, 'SELECT name FROM users WHERE id = ?', id) ?? '')
  const queueOf = (id: number) =>
    getRow<ReturnType<Names['queue']>>(raw, 'SELECT id, name, color FROM queues WHERE id = ?', id) ?? {
      id,
      name: '',
      color: '',
    }
  const connectionOf = (id: number) =>
    getRow<ReturnType<Names['connection']>>(
      raw,
      'SELECT id, name, completion_message AS farewellMessage FROM connections WHERE id = ?',
      id,
    ) ?? { id, name: '', farewellMessage: '' }
  return {
    user: (id) => ({ id, name: getOrMake(users, id, () => nameOf(id)) }),
    queue: (id) => getOrMake(queues, id, () => queueOf(id)),
    connection: (id) => getOrMake(connections, id, () => connectionOf(id)),
  }
}
