/** What an event does to the list of connections. Pure. */
import type { ConnectionSummary } from '../../../src/channels/connections/contract'

export function withConnection(list: readonly ConnectionSummary[], changed: ConnectionSummary): ConnectionSummary[] {
  // There is one default: the others lose the mark without events of their own.
  const others = list.map((one) =>
    changed.isDefault && one.isDefault && one.id !== changed.id ? { ...one, isDefault: false } : one,
  )
  return others.some((one) => one.id === changed.id)
    ? others.map((one) => (one.id === changed.id ? changed : one))
    : [...others, changed]
}

export const withoutConnection = (list: readonly ConnectionSummary[], id: number): ConnectionSummary[] =>
  list.filter((one) => one.id !== id)

/** A queue was removed: connections lose it without events of their own. */
export const withoutQueueId = (list: readonly ConnectionSummary[], queueId: number): ConnectionSummary[] =>
  list.map((one) =>
    one.queueIds.includes(queueId) ? { ...one, queueIds: one.queueIds.filter((id) => id !== queueId) } : one,
  )
