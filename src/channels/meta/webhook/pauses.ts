/**
 * Divides the work on a long webhook among turns of the event loop. A short one is worked on without a pause, so that
 * those that arrive together are stored in one commit.
 */
import { createBudget } from '../../../platform/budget'

/** Proving and parsing that many takes less than a millisecond. */
const BYTES_PER_PIECE = 32 * 1024

export type Pauses = ReturnType<typeof createPauses>

export function createPauses() {
  const budget = createBudget()
  let bytesWorkedOn = 0
  return {
    /** Call it before work on this many bytes. Undefined: go on at once. */
    before(bytes: number): Promise<void> | undefined {
      bytesWorkedOn += bytes
      if (bytesWorkedOn <= BYTES_PER_PIECE) return undefined
      bytesWorkedOn = 0
      return budget.rest()
    },
  }
}
