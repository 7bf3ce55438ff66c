/** What the queue's form begins with, and what of it was changed. Pure. */
import type { CreateQueue, QueueSummary, UpdateQueue } from '../../../src/queues/contract'
import { suggestColor } from './palette'

export type QueueValues = { [K in keyof CreateQueue]-?: NonNullable<CreateQueue[K]> }

export const valuesOf = ({ name, color, orderQueue }: QueueSummary, userIds: readonly number[]): QueueValues => ({
  name,
  color,
  orderQueue,
  userIds: [...userIds].sort((a, b) => a - b),
})

/** Behind the others, in a colour unlike theirs. */
export const newValues = (others: readonly QueueSummary[]): QueueValues => ({
  name: '',
  color: suggestColor(others.map(({ color }) => color)),
  orderQueue: Math.max(-1, ...others.map(({ orderQueue }) => orderQueue)) + 1,
  userIds: [],
})

/** Only what was touched is sent: somebody else may be changing the rest. */
export function changesOf(before: QueueValues, after: CreateQueue): UpdateQueue {
  const { name, color, orderQueue, userIds } = after
  return {
    ...(name !== before.name && { name }),
    ...(color !== before.color && { color }),
    ...(orderQueue !== undefined && orderQueue !== before.orderQueue && { orderQueue }),
    ...(userIds && userIds.join() !== before.userIds.join() && { userIds }),
  }
}
