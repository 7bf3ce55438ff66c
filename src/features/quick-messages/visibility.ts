/** Who sees which quick messages, in SQL; as a predicate it is in the contract. */
import { can } from '../../access/permissions'
import type { Actor } from '../../actor'
import type { Condition } from '../../platform/sqlite'
import { manageAll } from './contract'

/** What the person uses: the company's and their own. */
export const usedBy = ({ userId }: Pick<Actor, 'userId'>): Condition => ({
  sql: '(q.general = 1 OR q.user_id = ?)',
  params: [userId],
})

export const visibleTo = (actor: Actor): Condition => (can(actor, manageAll) ? { sql: '1', params: [] } : usedBy(actor))
