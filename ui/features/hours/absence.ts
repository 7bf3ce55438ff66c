/** Which connections leave customers unanswered out of hours. Pure. */
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import type { QueueSummary } from '../../../src/queues/contract'

type Connection = Pick<ConnectionSummary, 'queueIds' | 'outOfHoursMessage'>
type Queue = Pick<QueueSummary, 'id' | 'outOfHoursMessage'>

/** Connections without a text of their own where a queue, or the time before one is chosen, has none either. */
export function withoutAbsenceText<C extends Connection>(connections: readonly C[], queues: readonly Queue[]): C[] {
  const speaking = new Set(
    queues.filter(({ outOfHoursMessage }) => outOfHoursMessage.trim() !== '').map(({ id }) => id),
  )
  return connections.filter(
    ({ queueIds, outOfHoursMessage }) =>
      outOfHoursMessage.trim() === '' && (queueIds.length !== 1 || !queueIds.every((id) => speaking.has(id))),
  )
}
