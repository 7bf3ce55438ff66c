/** Somebody signed in, where no sign-in is the matter. */
import type { Actor } from '../../src/actor'

/** A person of the first company without queues and rights, unless said otherwise. */
export const anActor = (options: Partial<Actor> = {}): Actor => ({
  tenantId: 1,
  tenantUuid: 'u',
  userId: 1,
  name: 'Ana',
  profile: 'user',
  super: false,
  allUserChat: false,
  queueIds: [],
  hiddenQueueIds: [],
  connectionIds: null,
  onlyKnownContacts: false,
  isOverdue: false,
  sessionId: 's',
  ...options,
})
