/** Who may see a ticket, as a claim and as SQL, side by side: a test runs both over the same rows and demands the same answer. */
import type { Actor } from '../actor'
import type { Condition } from '../platform/sqlite'
import type { Ticket } from './tables'

export type Seen = Pick<Ticket, 'queueId' | 'userId' | 'connectionId'>

/** Admins and supervisors see all; others their own tickets, those of their queues, and those without a queue. */
export function canSee(actor: Actor, ticket: Seen): boolean {
  if (ticket.userId === actor.userId) return true
  if (actor.connectionIds !== null && !actor.connectionIds.includes(ticket.connectionId)) return false
  return (
    actor.profile !== 'user' || actor.allUserChat || ticket.queueId === null || actor.queueIds.includes(ticket.queueId)
  )
}

/** The same over the `tickets` table under the alias `t`. */
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
