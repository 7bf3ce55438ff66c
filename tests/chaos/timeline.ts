/** The plan in execution order: each entry waits for its time and for the start of earlier entries. Pure. */
import { createHash } from 'node:crypto'
import type { ScheduledFault } from './fault-schedule'
import type { Disconnection, Operation, Plan, Restart } from './plan'

export type TimelineEntry = { readonly at: number } & (
  | { readonly what: 'operation'; readonly operation: Operation }
  | { readonly what: 'fault'; readonly fault: ScheduledFault; readonly does: 'begin' | 'end' }
  | { readonly what: 'disconnection'; readonly disconnection: Disconnection }
  | { readonly what: 'restart'; readonly by: Restart['by'] }
)

export function timelineOf({ operations, faults, disconnections, restarts }: Plan): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...faults.flatMap((fault): TimelineEntry[] => [
      { at: fault.at, what: 'fault', fault, does: 'begin' },
      { at: fault.at + fault.lasts, what: 'fault', fault, does: 'end' },
    ]),
    ...disconnections.map(
      (disconnection): TimelineEntry => ({ at: disconnection.at, what: 'disconnection', disconnection }),
    ),
    ...operations.map((operation): TimelineEntry => ({ at: operation.at, what: 'operation', operation })),
    ...restarts.map(({ at, by }): TimelineEntry => ({ at, what: 'restart', by })),
  ]
  return entries.sort((a, b) => a.at - b.at)
}

/** Twelve hexadecimal digits of the timeline's hash, equal for the same seed. */
export const fingerprintOf = (plan: Plan): string =>
  createHash('sha256')
    .update(JSON.stringify(timelineOf(plan)))
    .digest('hex')
    .slice(0, 12)
