import type { AttendantsPool } from '../../../src/queues/contract'

/** What the tab offers where none was set up. */
export const poolIfNone: AttendantsPool = {
  active: false,
  typeAssignment: 'balanced',
  enableReassignment: true,
  timeWithoutResponse: 10,
  conversationLimit: null,
}
