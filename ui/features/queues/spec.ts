/** Which rows a view of the queues list shows. Pure. */
import type { QueueDetail } from '../../../src/queues/contract'
import { fits, needleOf } from '../../shared/plain'
import { sortRows } from '../../shared/table/view'
import { byOrder } from '../directory/spec'
import type { QueuesView } from './view'

type Counter = keyof NonNullable<QueueDetail['figures']>
const by = (counter: Counter) => (a: QueueDetail, b: QueueDetail) =>
  (a.figures?.[counter] ?? 0) - (b.figures?.[counter] ?? 0) || byOrder(a, b)

/** The rows of a view, in its order. */
export function shownQueues(list: readonly QueueDetail[], view: QueuesView): QueueDetail[] {
  const needle = needleOf(view.search ?? '')
  const found = list.filter(({ name }) => fits(needle, name))
  const columns = {
    order: byOrder,
    name: (a: QueueDetail, b: QueueDetail) => a.name.localeCompare(b.name),
    people: by('people'),
    tickets: by('activeTickets'),
  }
  return sortRows(found, view, columns, 'order')
}

/** Whether its bot has options and no connection uses it. */
export const isUnheard = ({ figures }: Pick<QueueDetail, 'figures'>): boolean =>
  figures !== null && figures.options > 0 && figures.connections === 0

/** The ids in order after one moved to a position, counted from 0. */
export function orderAfter(rows: readonly { readonly id: number }[], id: number, to: number): number[] {
  const rest = rows.map((row) => row.id).filter((one) => one !== id)
  return rest.toSpliced(Math.max(0, Math.min(rest.length, to)), 0, id)
}
