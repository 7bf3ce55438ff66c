/** Who may see a ticket, as predicate and as SQL: a test runs both over the same rows and demands the same answer. */
import { type Attended, mayAttend } from '../access/permissions'
import { canSee, hasAllQueues, type Place } from '../access/visibility'
import type { Actor } from '../actor'
import { type Condition, oneOf } from '../platform/sqlite'

export { canSee, type Place as Seen } from '../access/visibility'

/** Nobody writes where they may not read: `mayAttend` alone knows of colleagues, not of queues and connections. */
export const mayWriteIn = (actor: Actor, ticket: Place & Attended): boolean =>
  canSee(actor, ticket) && mayAttend(actor, ticket)

/** `canSee` over the `tickets` table under the alias `t`. */
export function visibleTo(actor: Actor): Condition {
  const claims: Condition[] = []
  if (actor.connectionIds !== null) claims.push(oneOf('t.connection_id', actor.connectionIds))
  if (!hasAllQueues(actor)) {
    const { sql, params } = oneOf('t.queue_id', actor.queueIds)
    claims.push({ sql: `(t.queue_id IS NULL OR ${sql})`, params })
  }
  return ownOr(actor, claims)
}

/**
 * Whether messages of a ticket show to who sees a conversation with its contact: those of other queues do, but for the
 * restricted ones. Whether the ticket itself is seen is `canSee`'s matter.
 */
export const canRead = (actor: Actor, place: Place, restricted: readonly number[]): boolean =>
  canSee(actor, place) ||
  ((actor.connectionIds === null || actor.connectionIds.includes(place.connectionId)) &&
    (place.queueId === null || !restricted.includes(place.queueId)))

/** `canRead` over the `tickets` table under the alias `t`. */
export function readableTo(actor: Actor, restricted: readonly number[]): Condition {
  const claims: Condition[] = []
  if (actor.connectionIds !== null) claims.push(oneOf('t.connection_id', actor.connectionIds))
  const hidden = hasAllQueues(actor) ? [] : restricted.filter((id) => !actor.queueIds.includes(id))
  if (hidden.length > 0) {
    const { sql, params } = oneOf('t.queue_id', hidden)
    claims.push({ sql: `(t.queue_id IS NULL OR NOT ${sql})`, params })
  }
  return ownOr(actor, claims)
}

const ownOr = (actor: Actor, claims: readonly Condition[]): Condition =>
  claims.length === 0
    ? { sql: '1', params: [] }
    : {
        sql: `(t.user_id = (? + 0) OR (${claims.map(({ sql }) => sql).join(' AND ')}))`,
        params: [actor.userId, ...claims.flatMap(({ params }) => params)],
      }
