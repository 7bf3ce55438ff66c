/** The rules of the connections list: its order, what events mean for it, and which rows a view shows. Pure. */
import {
  type ConnectionSummary,
  connectionDeleted,
  connectionUpdated,
  sessionUpdated,
} from '../../../src/channels/connections/contract'
import { queueDeleted } from '../../../src/queues/contract'
import type { Change } from '../../shared/live/apply'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'
import { plain } from '../../shared/plain'
import { sortRows } from '../../shared/table/view'
import { lookOf } from './status'
import type { ConnectionsView } from './view'

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
  // As the file sorts texts: sign by sign, large letters first.
  compare: (a, b) => (a.name === b.name ? a.id - b.id : a.name < b.name ? -1 : 1),
  put: (row) => [unmark(row), { put: row }],
  merge: (known, row) => (row.updatedAt < known.updatedAt ? known : row),
  events: [
    on(connectionUpdated, ({ whatsapp }) => unmark(whatsapp)),
    on(connectionUpdated, ({ whatsapp }) => ({ put: whatsapp })),
    on(sessionUpdated, ({ session }) => unmark(session)),
    on(sessionUpdated, ({ session }) => ({ put: session })),
    on(connectionDeleted, ({ whatsappId }) => ({ drop: whatsappId })),
    // A queue was removed: connections lose it without events of their own.
    on(queueDeleted, ({ queueId }) => ({ each: (row) => withoutQueue(row, queueId) })),
  ],
}

/** Whether its bot is on and has nothing to offer: no queue is chosen, so it never says a word. */
export const isBotSilent = ({
  enableQueueChatbot,
  queueIds,
}: Pick<ConnectionSummary, 'enableQueueChatbot' | 'queueIds'>) => enableQueueChatbot && queueIds.length === 0

const urgency = { bad: 0, warn: 1, wait: 2, off: 3, ok: 4 }
const byName = (a: ConnectionSummary, b: ConnectionSummary) => a.name.localeCompare(b.name)

/** The rows that a view shows, in its order. The search looks at names and numbers. */
export function shownConnections(list: readonly ConnectionSummary[], view: ConnectionsView): ConnectionSummary[] {
  const { search = '', channel, state } = view
  const words = plain(search)
  const digits = search.replace(/\D/g, '')
  const isFound = (one: ConnectionSummary) =>
    words === '' || plain(one.name).includes(words) || (digits.length > 2 && (one.number ?? '').includes(digits))
  const shown = list.filter(
    (one) => isFound(one) && (!channel || one.channel === channel) && (!state || lookOf(one).attention === state),
  )
  const columns = {
    name: byName,
    state: (a: ConnectionSummary, b: ConnectionSummary) =>
      urgency[lookOf(a).tone] - urgency[lookOf(b).tone] || byName(a, b),
    updated: (a: ConnectionSummary, b: ConnectionSummary) => b.updatedAt.localeCompare(a.updatedAt),
  }
  return sortRows(shown, view, columns, 'name')
}
