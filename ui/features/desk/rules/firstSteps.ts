/** Setup steps of a new company, and which of them are done. Pure. */
import type { ConnectionSummary } from '../../../../src/channels/connections/contract'
import type { QueueDetail } from '../../../../src/queues/contract'
import { withoutAbsenceText } from '../../hours/absence'

export const firstSteps = ['queue', 'connection', 'message', 'people', 'hours'] as const
export type FirstStep = (typeof firstSteps)[number]

export type Company = {
  readonly queues: readonly QueueDetail[]
  readonly connections: readonly ConnectionSummary[]
  readonly people: number
  /** Tickets that an attendant accepted. */
  readonly attended: number
  readonly hasHours: boolean
}

export function stepsDone({ queues, connections, people, attended, hasHours }: Company): ReadonlySet<FirstStep> {
  const done: Readonly<Record<FirstStep, boolean>> = {
    queue: queues.length > 0,
    connection: connections.some(({ number }) => number !== null),
    message: attended > 0,
    people: people > 1,
    hours: hasHours && withoutAbsenceText(connections, queues).length === 0,
  }
  return new Set(firstSteps.filter((step) => done[step]))
}

/** Nobody can write to the company yet, and nobody has. */
export const isNewCompany = (connections: readonly Pick<ConnectionSummary, 'number'>[], active: number): boolean =>
  active === 0 && connections.every(({ number }) => number === null)
