/** Visibility of tickets, as predicate and as SQL. A test runs both over the same rows and requires the same answer. */

import type { Actor } from '../actor'
import { type Condition, oneOf } from '../platform/sqlite'
import { hasAllQueues, mayAttend, mayUseConnection, type TicketStatus } from '../users/permissions'
import { canSee, type TicketAccess } from '../users/visibility'

export { canSee, type TicketAccess } from '../users/visibility'

/** Nobody writes where they may not read; `mayAttend` alone checks colleagues, not queues and connections. */
export const mayWriteIn = (actor: Actor, ticket: TicketAccess & TicketStatus): boolean =>
  canSee(actor, ticket) && mayAttend(actor, ticket)

/** `canSee` in SQL, over table `tickets` with alias `t`. */
export function visibleTo(actor: Actor): Condition {
  const claims: Condition[] = []
  if (actor.connectionIds !== null) claims.push(oneOf('t.connection_id', actor.connectionIds))
  if (!hasAllQueues(actor)) {
    const { sql, params } = oneOf('t.queue_id', actor.queueIds)
    claims.push({ sql: `(t.queue_id IS NULL OR ${sql})`, params })
  } else claims.push(...notHidden(actor))
  return ownOr(actor, claims)
}

function notHidden({ hiddenQueueIds }: Actor): Condition[] {
  if (hiddenQueueIds.length === 0) return []
  const { sql, params } = oneOf('t.queue_id', hiddenQueueIds)
  return [{ sql: `(t.queue_id IS NULL OR NOT ${sql})`, params }]
}

/**
 * Whether users who see a conversation with the contact also see this ticket's messages: yes, except in restricted
 * queues. Whether the ticket itself is visible is up to `canSee`.
 */
export const canRead = (actor: Actor, place: TicketAccess): boolean =>
  canSee(actor, place) ||
  (mayUseConnection(actor, place.connectionId) &&
    (place.queueId === null || !actor.hiddenQueueIds.includes(place.queueId)))

/** `canRead` in SQL, over table `tickets` with alias `t`. */
export function readableTo(actor: Actor): Condition {
  const claims = notHidden(actor)
  if (actor.connectionIds !== null) claims.push(oneOf('t.connection_id', actor.connectionIds))
  return ownOr(actor, claims)
}

const ownOr = (actor: Actor, claims: readonly Condition[]): Condition =>
  claims.length === 0
    ? { sql: '1', params: [] }
    : {
        sql: `(t.user_id = (? + 0) OR (${claims.map(({ sql }) => sql).join(' AND ')}))`,
        params: [actor.userId, ...claims.flatMap(({ params }) => params)],
      }
