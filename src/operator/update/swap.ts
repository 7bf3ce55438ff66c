/** Replaces the running server by a verified program: stops in order, copies databases aside, starts the watcher, hands over. */
import type { NewProgram } from '../../platform/module'

/** What the swap needs of the process that it replaces. */
export type SwapHost = {
  readonly dataDir: string
  /** Stops the server in order; null when none runs in this process. */
  readonly stop: (() => Promise<void>) | null
  readonly clock: () => number
}

/**
 * Ends this process: its id goes on as the new program. The attempt must have begun (`beginAttempt`), and its backup be made.
 * Throws a `Refusal`, with the server still running, if the program cannot be tried here.
 */
export function swapTo(_program: NewProgram, _host: SwapHost): Promise<never> {
  throw new Error('not yet')
}
