import type { Escalation } from '../../../src/queues/contract'

/** Default values where nothing was set up. */
export const escalationIfNone: Escalation = { active: false, queueAfter: 5, supervisorAfter: 15, whatsappAfter: null }

/** Minutes to choose from, with the present one. */
export const minutesOffered = (present: number | null): readonly number[] =>
  [...new Set([1, 2, 5, 10, 15, 20, 30, 45, 60, 120, 240, ...(present === null ? [] : [present])])].sort(
    (a, b) => a - b,
  )
