/** Queues (departments), as the browser knows them. */
import * as v from 'valibot'
import { defineEvent } from '../platform/events'
import { AutomaticText, Color, Id, list, Name } from '../platform/formats'

export const QueueSummary = v.object({
  id: Id,
  name: v.string(),
  color: Color,
  orderQueue: v.number(),
  /** Said to whoever begins a ticket on a connection with this queue alone (`sendGreetingMessageOneQueues`). */
  greetingMessage: v.string(),
})
export type QueueSummary = v.InferOutput<typeof QueueSummary>

/** What depends on a queue: active people, pending and open tickets, connections. */
export const QueueFigures = v.object({ people: v.number(), activeTickets: v.number(), connections: v.number() })

/** A queue with its figures, which are only for those who may change it. */
export const QueueDetail = v.object({ ...QueueSummary.entries, figures: v.nullable(QueueFigures) })
export type QueueDetail = v.InferOutput<typeof QueueDetail>

/** What the list may be ordered by; the company's own order first. */
export const queueOrders = ['orderQueue', 'name', 'id'] as const
export type QueueOrder = (typeof queueOrders)[number]

export const LAST_PLACE = 9999
const MOST_PEOPLE = 2000

const UserIds = list(Id, { most: MOST_PEOPLE })

export const CreateQueue = v.object({
  name: Name,
  color: Color,
  /** Its position among the others; last when absent. */
  orderQueue: v.optional(
    v.pipe(
      v.number('form.invalid'),
      v.integer('form.invalid'),
      v.minValue(0, 'form.invalid'),
      v.maxValue(LAST_PLACE, 'form.invalid'),
    ),
  ),
  greetingMessage: v.optional(AutomaticText),
  /** The people who work in it; unchanged when absent. */
  userIds: v.optional(UserIds),
})
export type CreateQueue = v.InferOutput<typeof CreateQueue>
export const UpdateQueue = v.partial(CreateQueue)
export type UpdateQueue = v.InferOutput<typeof UpdateQueue>

/** Body of `PUT /queue/{id}/users`. */
export const QueueUsers = v.object({ userIds: UserIds })

/** A queue was created or changed, including its people. */
export const queueUpdated = defineEvent('queue.update', v.object({ queue: QueueSummary }))
/** Its tickets no longer have a queue. */
export const queueDeleted = defineEvent('queue.delete', v.object({ queueId: Id }))
