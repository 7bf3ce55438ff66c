/**
 * The lists of queues and connections that every screen chooses from: their order, and what events mean for them. Pure.
 */
import {
  type ConnectionSummary,
  connectionDeleted,
  connectionUpdated,
  sessionUpdated,
} from '../../../src/channels/connections/contract'
import { type QueueDetail, queueDeleted, queuesOrdered, queueUpdated } from '../../../src/queues/contract'
import type { Change } from '../../shared/live/apply'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'

export const byOrder = (a: QueueDetail, b: QueueDetail) => a.orderQueue - b.orderQueue || a.id - b.id

export const queuesSpec: CrudSpec<QueueDetail> = {
  key: ['queues'],
  compare: byOrder,
  // Events carry no counters: the known ones stay until refetched.
  merge: (known, queue) => ({ ...queue, figures: queue.figures ?? known.figures }),
  events: [
    on(queueUpdated, ({ queue }) => ({ put: { ...queue, figures: null } })),
    on(queuesOrdered, ({ queues }) => {
      const places = new Map(queues.map(({ id, orderQueue }) => [id, orderQueue]))
      return { resort: (row) => moved(row, places.get(row.id)) }
    }),
    on(queueDeleted, ({ queueId }) => ({ drop: queueId })),
  ],
  // Connections are among the counters.
  refetchOn: [on(queueUpdated, () => true), on(connectionUpdated, () => true), on(connectionDeleted, () => true)],
}

const moved = (row: QueueDetail, orderQueue = row.orderQueue): QueueDetail =>
  row.orderQueue === orderQueue ? row : { ...row, orderQueue }

/** There is one default: the others lose the mark without events of their own. */
const unmark = (changed: ConnectionSummary): Change<ConnectionSummary> => ({
  each: (row) => (changed.isDefault && row.isDefault && row.id !== changed.id ? { ...row, isDefault: false } : row),
})
const withoutQueue = (row: ConnectionSummary, queueId: number): ConnectionSummary =>
  row.queueIds.includes(queueId) || row.sendIdQueue === queueId
    ? {
        ...row,
        queueIds: row.queueIds.filter((id) => id !== queueId),
        sendIdQueue: row.sendIdQueue === queueId ? null : row.sendIdQueue,
      }
    : row

export const connectionsSpec: CrudSpec<ConnectionSummary> = {
  key: ['connections'],
  // In SQLite's order: by code unit, capitals first.
  compare: (a, b) => (a.name === b.name ? a.id - b.id : a.name < b.name ? -1 : 1),
  put: (row) => [unmark(row), { put: row }],
  merge: (known, row) => (row.updatedAt < known.updatedAt ? known : row),
  events: [
    on(connectionUpdated, ({ whatsapp }) => unmark(whatsapp)),
    on(connectionUpdated, ({ whatsapp }) => ({ put: whatsapp })),
    on(sessionUpdated, ({ session }) => unmark(session)),
    on(sessionUpdated, ({ session }) => ({ put: session })),
    on(connectionDeleted, ({ whatsappId }) => ({ drop: whatsappId })),
    // A queue was deleted: connections lose it without events of their own.
    on(queueDeleted, ({ queueId }) => ({ each: (row) => withoutQueue(row, queueId) })),
  ],
}
