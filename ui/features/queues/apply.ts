/** What an event does to the list of queues. Pure. */
import type { QueueDetail, QueueSummary } from '../../../src/queues/contract'

/** Events carry no counts: the known ones stay until they are fetched again. */
export function withQueue(list: readonly QueueDetail[], changed: QueueSummary): QueueDetail[] {
  const known = list.find(({ id }) => id === changed.id)
  return [...list.filter(({ id }) => id !== changed.id), { figures: known?.figures ?? null, ...changed }].sort(
    (a, b) => a.orderQueue - b.orderQueue || a.id - b.id,
  )
}

export const withoutQueue = (list: readonly QueueDetail[], id: number): QueueDetail[] =>
  list.filter((one) => one.id !== id)
