/** The initial values of the queue form, and the changed ones. Pure. */
import type { CreateQueue, QueueSummary, UpdateQueue } from '../../../src/queues/contract'
import { suggestColor } from './palette'

export type QueueValues = { [K in keyof CreateQueue]-?: NonNullable<CreateQueue[K]> }

export const valuesOf = (
  { name, color, orderQueue, greetingMessage }: QueueSummary,
  userIds: readonly number[],
): QueueValues => ({
  name,
  color,
  orderQueue,
  greetingMessage,
  userIds: [...userIds].sort((a, b) => a - b),
})

/** A new queue comes last, in a colour unlike the others. */
export const newValues = (others: readonly QueueSummary[]): QueueValues => ({
  name: '',
  color: suggestColor(others.map(({ color }) => color)),
  orderQueue: Math.max(-1, ...others.map(({ orderQueue }) => orderQueue)) + 1,
  greetingMessage: '',
  userIds: [],
})

/** Only changed fields are sent: somebody else may be changing others. */
export function changesOf(before: QueueValues, after: CreateQueue): UpdateQueue {
  const { name, color, orderQueue, greetingMessage, userIds } = after
  return {
    ...(name !== before.name && { name }),
    ...(color !== before.color && { color }),
    ...(orderQueue !== undefined && orderQueue !== before.orderQueue && { orderQueue }),
    ...(greetingMessage !== undefined && greetingMessage !== before.greetingMessage && { greetingMessage }),
    ...(userIds && userIds.join() !== before.userIds.join() && { userIds }),
  }
}
