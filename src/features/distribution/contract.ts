/** Distribution: the automatic assignment of waiting tickets to attendants. */
import * as v from 'valibot'
import { defineEvent } from '../../platform/events'
import { Id, Instant } from '../../platform/formats'

/**
 * Why a ticket was assigned: the only eligible attendant, the fewest open tickets, the next in turn among a tie, the next in turn,
 * a random draw, or after another did not answer. Or why not: nobody is available, the queue is closed, or it was returned.
 */
export const reasons = ['only', 'fewest', 'tie', 'turn', 'drawn', 'unanswered', 'nobody', 'closed', 'returned'] as const
export type Reason = (typeof reasons)[number]

const PersonRef = v.object({ id: Id, name: v.string() })

export const Distribution = v.object({
  id: Id,
  queueId: Id,
  ticketId: Id,
  contact: v.string(),
  /** Null: it stays queued. */
  user: v.nullable(PersonRef),
  /** The previous attendant. */
  from: v.nullable(PersonRef),
  reason: v.picklist(reasons),
  /** The attendant's open tickets (`open`), number of eligible attendants (`of`), and minutes without an answer. */
  open: v.optional(v.number()),
  of: v.optional(v.number()),
  minutes: v.optional(v.number()),
  createdAt: Instant,
})
export type Distribution = v.InferOutput<typeof Distribution>

export const presences = ['available', 'busy', 'away', 'offDuty', 'offline'] as const

export const PoolMember = v.object({
  id: Id,
  name: v.string(),
  presence: v.picklist(presences),
  isAvailable: v.boolean(),
  open: v.number(),
  /** Null: the queue's limit applies. */
  ownLimit: v.nullable(v.number()),
  turn: v.number(),
})
export type PoolMember = v.InferOutput<typeof PoolMember>

/** Answer of `GET /distribution/{id}`: the queue's active people, its waiting tickets, and the latest entries, newest first. */
export const QueueDistribution = v.object({
  members: v.array(PoolMember),
  waiting: v.number(),
  latest: v.array(Distribution),
})
export type QueueDistribution = v.InferOutput<typeof QueueDistribution>

/** A ticket was assigned, or could not be. */
export const distributionMade = defineEvent('distribution.create', v.object({ distribution: Distribution }))
/** Nobody is available for a queue's waiting tickets. Emitted at most every ten minutes per queue. */
export const nobodyAvailable = defineEvent(
  'distribution.nobody',
  v.object({ queue: v.object({ id: Id, name: v.string() }), waiting: v.number() }),
)
