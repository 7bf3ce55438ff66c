/** Who may see a conversation, based on its connection, queue and owner. */
import type { Actor, Profile } from '../actor'
import { mayUseConnection, queueFor, seesQueue } from './permissions'

/** Connection, queue and owner of a conversation. */
export type TicketAccess = {
  readonly connectionId: number
  readonly queueId: number | null
  readonly userId: number | null
}

/** Users see their own conversations, and those of their queues and connections. Everybody sees those without a queue. */
export function canSee(actor: Actor, { connectionId, queueId, userId }: TicketAccess): boolean {
  if (userId === actor.userId) return true
  if (!mayUseConnection(actor, connectionId)) return false
  return queueId === null || seesQueue(actor, queueFor(actor, queueId))
}

/** Who may see a user's row: admins all, supervisors those of profile user, everybody their own. */
export const seesUser = (
  actor: Pick<Actor, 'userId' | 'profile'>,
  { id, profile }: { readonly id: number; readonly profile: Profile },
): boolean => id === actor.userId || actor.profile === 'admin' || (actor.profile === 'supervisor' && profile === 'user')
