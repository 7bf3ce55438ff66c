/** What one person may take up of a limit of the whole company. */
import type { Actor } from '../actor'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { createAllowance } from '../platform/limiter'
import { getOrMake } from '../platform/maps'
import type { Raw } from '../platform/sqlite'
import { DAY } from '../platform/time'

/** Of one kind, by one person: faster than anybody types. */
export const CREATED_A_MINUTE = 120

/** Of an attendant, so that one of them alone cannot use up what the others need. */
const SHARE = 1 / 5

export const shareOf = ({ profile }: Pick<Actor, 'profile'>, most: number): number =>
  profile === 'user' ? Math.floor(most * SHARE) : most

/** `own`: how many this person would have then. Fails with ERR_OWN_SHARE, which says how many they may have. */
export function requireShare(actor: Pick<Actor, 'profile'>, own: number, most: number) {
  const share = shareOf(actor, most)
  if (own > share) fail('ERR_OWN_SHARE', { most: share })
}

/** Contacts that an attendant types in a day: a company may have any number, so there is nothing to take a share of. */
export const TYPED_CONTACTS_A_DAY = 1_000

/** By the open database. In memory: a restart begins a new day. */
const typedContacts = new WeakMap<Raw, ReturnType<typeof createAllowance>>()

/** Of one contact more. Fails with ERR_OWN_SHARE, as `requireShare` does. */
export function requireTypedContact({ db, now }: Cx, { userId, profile }: Pick<Actor, 'userId' | 'profile'>) {
  if (profile !== 'user') return
  const day = { most: TYPED_CONTACTS_A_DAY, window: DAY }
  const allowance = getOrMake(typedContacts, db.$client, () => createAllowance(now, day))
  if (allowance.take(String(userId)) > 0) fail('ERR_OWN_SHARE', { most: TYPED_CONTACTS_A_DAY })
}
