/** The rules of the queues list: its order, what events mean for it, and which rows a view shows. Pure. */
import {
  type CreateQueue,
  type QueueDetail,
  type QueueSummary,
  queueDeleted,
  queueUpdated,
} from '../../../src/queues/contract'
import { suggestColor } from '../../shared/form/colors'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'
import { plain } from '../../shared/plain'
import { sortRows } from '../../shared/table/view'
import type { QueuesView } from './view'

const byOrder = (a: QueueDetail, b: QueueDetail) => a.orderQueue - b.orderQueue || a.id - b.id

export const queuesSpec: CrudSpec<QueueDetail> = {
  key: ['queues'],
  compare: byOrder,
  // Events carry no figures: the known ones stay until they are fetched again.
  merge: (known, queue) => ({ ...queue, figures: queue.figures ?? known.figures }),
  events: [
    on(queueUpdated, ({ queue }) => ({ put: { ...queue, figures: null } })),
    on(queueDeleted, ({ queueId }) => ({ drop: queueId })),
  ],
  refetchOn: [on(queueUpdated, () => true)],
}

type Figure = keyof NonNullable<QueueDetail['figures']>
const by = (figure: Figure) => (a: QueueDetail, b: QueueDetail) =>
  (a.figures?.[figure] ?? 0) - (b.figures?.[figure] ?? 0) || byOrder(a, b)

/** The rows that a view shows, in its order. */
export function shownQueues(list: readonly QueueDetail[], view: QueuesView): QueueDetail[] {
  const words = plain(view.search ?? '')
  const found = list.filter(({ name }) => plain(name).includes(words))
  const columns = {
    order: byOrder,
    name: (a: QueueDetail, b: QueueDetail) => a.name.localeCompare(b.name),
    people: by('people'),
    tickets: by('activeTickets'),
  }
  return sortRows(found, view, columns, 'order')
}

export type QueueValues = { [K in keyof CreateQueue]-?: NonNullable<CreateQueue[K]> }

export const valuesOf = (
  { name, color, orderQueue, greetingMessage }: QueueSummary,
  userIds: readonly number[],
): QueueValues => ({ name, color, orderQueue, greetingMessage, userIds: [...userIds].sort((a, b) => a - b) })

/** A new queue comes last, in a colour unlike the others. */
export const newValues = (others: readonly QueueSummary[]): QueueValues => ({
  name: '',
  color: suggestColor(others.map(({ color }) => color)),
  orderQueue: Math.max(-1, ...others.map(({ orderQueue }) => orderQueue)) + 1,
  greetingMessage: '',
  userIds: [],
})
