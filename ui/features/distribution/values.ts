import type { AttendantsPool } from '../../../src/queues/contract'

/** Default values where nothing was set up. */
export const poolIfNone: AttendantsPool = {
  active: false,
  typeAssignment: 'balanced',
  enableReassignment: true,
  timeWithoutResponse: 10,
  conversationLimit: null,
}
