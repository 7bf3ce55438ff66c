/** Writes what an attempt to update does into `state.json`, each change durable before the next one begins. */
import type { Attempt, AttemptStep, StepName } from './programs'

export type NewAttempt = Pick<Attempt, 'version' | 'by'>

/** Refuses while another attempt runs. Returns its id. */
export function beginAttempt(_dataDir: string, _attempt: NewAttempt, _now: number): string {
  throw new Error('not yet')
}

/** Adds the step, or changes the state of the one that runs. */
export function noteStep(
  _dataDir: string,
  _step: { readonly step: StepName; readonly state: AttemptStep['state']; readonly detail?: string | null },
  _now: number,
): void {
  throw new Error('not yet')
}

/** Ends an attempt that has changed nothing. */
export function failAttempt(_dataDir: string, _cause: string, _now: number): void {
  throw new Error('not yet')
}
