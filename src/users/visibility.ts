/** Who may see a conversation, based on its connection, queue and owner. */
import type { Actor, Profile } from '../actor'

/** Connection, queue and owner of a conversation. */
export type Place = {
  readonly connectionId: number
  readonly queueId: number | null
  readonly userId: number | null
}

/** Admins, supervisors and users who may see everybody's conversations have access to every unrestricted queue. */
export const hasAllQueues = ({ profile, allUserChat }: Pick<Actor, 'profile' | 'allUserChat'>): boolean =>
  profile !== 'user' || allUserChat

/** Everybody sees conversations without a queue. Restricted queues are for members and admins only. */
const hasQueue = (actor: Actor, queueId: number | null): boolean =>
  queueId === null ||
  actor.queueIds.includes(queueId) ||
  (hasAllQueues(actor) && !actor.hiddenQueueIds.includes(queueId))

/** Users see their own conversations, and those of their queues and connections. */
export function canSee(actor: Actor, { connectionId, queueId, userId }: Place): boolean {
  if (userId === actor.userId) return true
  if (actor.connectionIds !== null && !actor.connectionIds.includes(connectionId)) return false
  return hasQueue(actor, queueId)
}

/** Who may see a user's row: admins all, supervisors those of profile user, everybody their own. */
export const seesUser = (
  actor: Pick<Actor, 'userId' | 'profile'>,
  { id, profile }: { readonly id: number; readonly profile: Profile },
): boolean => id === actor.userId || actor.profile === 'admin' || (actor.profile === 'supervisor' && profile === 'user')
