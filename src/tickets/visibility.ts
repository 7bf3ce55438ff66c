/** Who may see a ticket, as a claim and as SQL: a test runs both over the same rows and demands the same answer. */
import type { Actor } from '../actor'
import type { Condition } from '../platform/sqlite'

export { canSee, type Place as Seen } from '../access/sight'

/** `canSee` over the `tickets` table under the alias `t`. */
export function visibleTo(actor: Actor): Condition {
  const params: (string | number)[] = []
  const claims: string[] = []
  if (actor.connectionIds !== null) {
    claims.push('t.connection_id IN (SELECT value FROM json_each(?))')
    params.push(JSON.stringify(actor.connectionIds))
  }
  if (actor.profile === 'user' && !actor.allUserChat) {
    claims.push('(t.queue_id IS NULL OR t.queue_id IN (SELECT value FROM json_each(?)))')
    params.push(JSON.stringify(actor.queueIds))
  }
  if (claims.length === 0) return { sql: '1', params }
  return { sql: `(t.user_id = (? + 0) OR (${claims.join(' AND ')}))`, params: [actor.userId, ...params] }
}
