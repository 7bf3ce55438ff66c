/** A signed-in actor for tests that do not concern sign-in. */
import type { Actor } from '../../src/actor'

/** By default, a user of the first company without queues and rights. */
export const anActor = (options: Partial<Actor> = {}): Actor => ({
  tenantId: 1,
  tenantUuid: 'u',
  userId: 1,
  name: 'Ana',
  profile: 'user',
  super: false,
  allUserChat: false,
  allowRealTime: false,
  queueIds: [],
  hiddenQueueIds: [],
  connectionIds: null,
  onlyKnownContacts: false,
  isOverdue: false,
  sessionId: 's',
  ...options,
})
