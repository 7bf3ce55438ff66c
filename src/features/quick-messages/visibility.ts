/** Who sees which quick messages, in SQL; as a predicate it is in the contract. */
import type { Actor } from '../../actor'
import type { Condition } from '../../platform/sqlite'

/** The company's and the person's own. */
export const visibleTo = ({ userId }: Pick<Actor, 'userId'>): Condition => ({
  sql: '(q.general = 1 OR q.user_id = ?)',
  params: [userId],
})
