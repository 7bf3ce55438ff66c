/** Which connections leave people unanswered out of hours. Pure. */
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import type { QueueSummary } from '../../../src/queues/contract'

type Connection = Pick<ConnectionSummary, 'queueIds' | 'outOfHoursMessage'>
type Queue = Pick<QueueSummary, 'id' | 'outOfHoursMessage'>

/** Connections without an out-of-hours text, where tickets of some queue, or without a queue, get no text either. */
export function withoutAbsenceText<C extends Connection>(connections: readonly C[], queues: readonly Queue[]): C[] {
  const speaking = new Set(
    queues.filter(({ outOfHoursMessage }) => outOfHoursMessage.trim() !== '').map(({ id }) => id),
  )
  return connections.filter(
    ({ queueIds, outOfHoursMessage }) =>
      outOfHoursMessage.trim() === '' && (queueIds.length !== 1 || !queueIds.every((id) => speaking.has(id))),
  )
}
