/** Who may see a conversation, judged by its connection, queue and owner. */
import type { Actor, Profile } from '../actor'

/** Where a conversation stands: on which connection, in which queue, with whom. */
export type Place = {
  readonly connectionId: number
  readonly queueId: number | null
  readonly userId: number | null
}

/** Admins, supervisors and people who may see everybody's conversations have access to every queue, except the restricted ones. */
export const hasAllQueues = ({ profile, allUserChat }: Pick<Actor, 'profile' | 'allUserChat'>): boolean =>
  profile !== 'user' || allUserChat

/** Everybody sees what has no queue. A restricted queue is for its members and admins alone. */
const hasQueue = (actor: Actor, queueId: number | null): boolean =>
  queueId === null ||
  actor.queueIds.includes(queueId) ||
  (hasAllQueues(actor) && !actor.hiddenQueueIds.includes(queueId))

/** One's own conversations, and those of one's queues and connections. */
export function canSee(actor: Actor, { connectionId, queueId, userId }: Place): boolean {
  if (userId === actor.userId) return true
  if (actor.connectionIds !== null && !actor.connectionIds.includes(connectionId)) return false
  return hasQueue(actor, queueId)
}

/** Whose row of the people one sees: admins everybody's, supervisors those of profile user, everybody their own. */
export const seesUser = (
  actor: Pick<Actor, 'userId' | 'profile'>,
  { id, profile }: { readonly id: number; readonly profile: Profile },
): boolean => id === actor.userId || actor.profile === 'admin' || (actor.profile === 'supervisor' && profile === 'user')
