/** The rules of the queues list: its order, what events mean for it, and which rows a view shows. Pure. */
import * as v from 'valibot'
import { schedulesOf, usualWeek, WeekHours, weekOf } from '../../../src/hours/contract'
import {
  AttendantsPool,
  CreateQueue,
  type QueueDetail,
  type QueueSummary,
  queueDeleted,
  queuesOrdered,
  queueUpdated,
} from '../../../src/queues/contract'
import { changesOf } from '../../shared/form/changesOf'
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
    on(queuesOrdered, ({ queues }) => {
      const places = new Map(queues.map(({ id, orderQueue }) => [id, orderQueue]))
      return { resort: (row) => moved(row, places.get(row.id)) }
    }),
    on(queueDeleted, ({ queueId }) => ({ drop: queueId })),
  ],
  refetchOn: [on(queueUpdated, () => true)],
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
    id: (a: QueueDetail, b: QueueDetail) => a.id - b.id,
    people: by('people'),
    tickets: by('activeTickets'),
  }
  return sortRows(found, view, columns, 'order')
}

/** What the dialog's fields hold. */
export const QueueValues = v.object({
  ...v.omit(CreateQueue, [
    'schedules',
    'attendantsPool',
    'integrationId',
    'typeChatbot',
    'workspaceTypebot',
    'typebotId',
  ]).entries,
  attendantsPool: v.optional(AttendantsPool),
  hours: v.optional(WeekHours),
  /** Undefined keeps the stored one, null removes it. */
  file: v.optional(v.nullable(v.instance(File))),
})
export type QueueValues = v.InferOutput<typeof QueueValues>
type Filled = { [K in keyof QueueValues]-?: NonNullable<QueueValues[K]> }
export type QueueFormValues = Omit<Filled, 'file'> & Pick<QueueValues, 'file'>

/** What the tab offers where none was set up. */
export const poolIfNone: AttendantsPool = {
  active: false,
  typeAssignment: 'balanced',
  enableReassignment: true,
  timeWithoutResponse: 10,
  conversationLimit: null,
}

export const valuesOf = (queue: QueueSummary, userIds: readonly number[]): QueueFormValues => ({
  name: queue.name,
  color: queue.color,
  orderQueue: queue.orderQueue,
  greetingMessage: queue.greetingMessage,
  complationMessage: queue.complationMessage,
  outOfHoursMessage: queue.outOfHoursMessage,
  isRestricted: queue.isRestricted,
  resetChatbotMsg: queue.resetChatbotMsg,
  attendantsPool: queue.attendantsPool ?? poolIfNone,
  hours: queue.schedules ? weekOf(queue.schedules) : usualWeek,
  userIds: [...userIds].sort((a, b) => a - b),
  file: undefined,
})

/** A new queue comes last, in a colour unlike the others. */
export const newValues = (others: readonly QueueSummary[]): QueueFormValues => ({
  name: '',
  color: suggestColor(others.map(({ color }) => color)),
  orderQueue: Math.max(-1, ...others.map(({ orderQueue }) => orderQueue)) + 1,
  greetingMessage: '',
  complationMessage: '',
  outOfHoursMessage: '',
  isRestricted: false,
  resetChatbotMsg: true,
  attendantsPool: poolIfNone,
  hours: usualWeek,
  userIds: [],
  file: undefined,
})

/** The body of what was changed; the file goes by itself. */
export function changedBody(before: QueueFormValues, after: QueueValues): Partial<CreateQueue> {
  const { hours, file: _, ...same } = changesOf(before, after)
  return { ...same, ...(hours && { schedules: schedulesOf(hours) }) }
}

/** The body of a new one. Hours that nobody touched are not its own. */
export function newBody(before: QueueFormValues, { hours, file: _, ...values }: QueueValues): CreateQueue {
  const { schedules } = changedBody(before, { ...values, hours })
  return { ...values, ...(schedules !== undefined && { schedules }) }
}

/** The ids in their order after one was moved to a place, counted from 0. */
export function orderAfter(rows: readonly { readonly id: number }[], id: number, to: number): number[] {
  const rest = rows.map((row) => row.id).filter((one) => one !== id)
  return rest.toSpliced(Math.max(0, Math.min(rest.length, to)), 0, id)
}
