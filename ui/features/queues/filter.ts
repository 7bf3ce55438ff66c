/** Applies search and sorting to the rows. Pure. */
import type { QueueDetail } from '../../../src/queues/contract'
import { plain } from '../../shared/plain'
import type { QueuesSearch } from './search'

type Figure = keyof NonNullable<QueueDetail['figures']>

const byOrder = (a: QueueDetail, b: QueueDetail) => a.orderQueue - b.orderQueue || a.id - b.id
const by = (figure: Figure) => (a: QueueDetail, b: QueueDetail) =>
  (a.figures?.[figure] ?? 0) - (b.figures?.[figure] ?? 0) || byOrder(a, b)

export function filterQueues(
  list: readonly QueueDetail[],
  { search = '', sort = 'order', desc }: QueuesSearch,
): QueueDetail[] {
  const words = plain(search)
  const compare = {
    order: byOrder,
    name: (a: QueueDetail, b: QueueDetail) => a.name.localeCompare(b.name),
    people: by('people'),
    tickets: by('activeTickets'),
  }[sort]
  return list.filter(({ name }) => plain(name).includes(words)).sort((a, b) => (desc ? compare(b, a) : compare(a, b)))
}
