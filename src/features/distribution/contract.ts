/** How conversations are given to people, as the browser knows it. */
import * as v from 'valibot'
import { defineEvent } from '../../platform/events'
import { Id, Instant } from '../../platform/formats'

/**
 * Explanation it went to somebody: the only one who could take it, with the fewest open, by turn among those with equally few, by turn,
 * by lot; another did not answer. Or why it stays: nobody is available, it is closed, somebody gave it back.
 */
export const reasons = ['only', 'fewest', 'tie', 'turn', 'drawn', 'unanswered', 'nobody', 'closed', 'returned'] as const
export type Reason = (typeof reasons)[number]

const PersonRef = v.object({ id: Id, name: v.string() })

export const Distribution = v.object({
  id: Id,
  queueId: Id,
  ticketId: Id,
  contact: v.string(),
  /** Null: it stays in the queue. */
  user: v.nullable(PersonRef),
  /** Who had it before. */
  from: v.nullable(PersonRef),
  reason: v.picklist(reasons),
  /** How many conversations they had open, among how many they were chosen, for how many minutes there was no answer. */
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
  /** Their own; null: that of the queue. */
  ownLimit: v.nullable(v.number()),
  turn: v.number(),
})
export type PoolMember = v.InferOutput<typeof PoolMember>

/** Answer of `GET /distribution/{id}` of a queue: the active people of the queue, how many conversations wait, and the latest, newest first. */
export const QueueDistribution = v.object({
  members: v.array(PoolMember),
  waiting: v.number(),
  latest: v.array(Distribution),
})
export type QueueDistribution = v.InferOutput<typeof QueueDistribution>

/** One was given to somebody, or stays. */
export const distributionMade = defineEvent('distribution.create', v.object({ distribution: Distribution }))
/** Nobody can take what waits in a queue; told at most every ten minutes. */
export const nobodyAvailable = defineEvent(
  'distribution.nobody',
  v.object({ queue: v.object({ id: Id, name: v.string() }), waiting: v.number() }),
)
