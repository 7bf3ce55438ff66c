/** What one person may take up of a limit of the whole company. */
import type { Actor } from '../actor'
import { fail } from '../errors'

/** Of one kind, by one person: faster than anybody types. */
export const CREATED_A_MINUTE = 120

/** Of an attendant, so that one of them alone cannot use up what the others need. */
const SHARE = 1 / 5

export const shareOf = ({ profile }: Pick<Actor, 'profile'>, most: number): number =>
  profile === 'user' ? Math.floor(most * SHARE) : most

/** `own`: how many this person would have then. Fails with ERR_OWN_SHARE, which says how many they may have. */
export function demandShare(actor: Pick<Actor, 'profile'>, own: number, most: number) {
  const share = shareOf(actor, most)
  if (own > share) fail('ERR_OWN_SHARE', { most: share })
}
