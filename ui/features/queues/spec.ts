/** The rules of the queues list: its order, what events mean for it, and which rows a view shows. Pure. */
import { connectionDeleted, connectionUpdated } from '../../../src/channels/connections/contract'
import { type QueueDetail, queueDeleted, queuesOrdered, queueUpdated } from '../../../src/queues/contract'
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
    on(queuesOrdered, ({ queues }) => {
      const places = new Map(queues.map(({ id, orderQueue }) => [id, orderQueue]))
      return { resort: (row) => moved(row, places.get(row.id)) }
    }),
    on(queueDeleted, ({ queueId }) => ({ drop: queueId })),
  ],
  // Connections are among the figures.
  refetchOn: [on(queueUpdated, () => true), on(connectionUpdated, () => true), on(connectionDeleted, () => true)],
}

const moved = (row: QueueDetail, orderQueue = row.orderQueue): QueueDetail =>
  row.orderQueue === orderQueue ? row : { ...row, orderQueue }

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

/** Whether its bot has something to offer and no connection lets it speak. */
export const isUnheard = ({ figures }: Pick<QueueDetail, 'figures'>): boolean =>
  figures !== null && figures.options > 0 && figures.connections === 0

/** The ids in their order after one was moved to a place, counted from 0. */
export function orderAfter(rows: readonly { readonly id: number }[], id: number, to: number): number[] {
  const rest = rows.map((row) => row.id).filter((one) => one !== id)
  return rest.toSpliced(Math.max(0, Math.min(rest.length, to)), 0, id)
}
