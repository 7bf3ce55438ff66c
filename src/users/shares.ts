/** One user's share of a limit of the whole company. */
import type { Actor } from '../actor'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { createAllowance } from '../platform/limiter'
import { getOrMake } from '../platform/maps'
import type { Raw } from '../platform/sqlite'
import { DAY } from '../platform/time'

/** Creations of one kind per user and minute: more than anybody can type. */
export const CREATED_A_MINUTE = 120

/** An attendant's share, so that one of them cannot use up the whole limit. */
const SHARE = 1 / 5

export const shareOf = ({ profile }: Pick<Actor, 'profile'>, most: number): number =>
  profile === 'user' ? Math.floor(most * SHARE) : most

/** `own` is the user's count after the change. Fails with ERR_OWN_SHARE, which contains the limit. */
export function requireShare(actor: Pick<Actor, 'profile'>, own: number, most: number) {
  const share = shareOf(actor, most)
  if (own > share) fail('ERR_OWN_SHARE', { most: share })
}

/** Contacts an attendant may create per day. The company's contacts are unlimited, so there is no share. */
export const TYPED_CONTACTS_A_DAY = 1_000

/** By open database. In memory, so a restart resets it. */
const typedContacts = new WeakMap<Raw, ReturnType<typeof createAllowance>>()

/** Counts one more contact. Fails with ERR_OWN_SHARE, like `requireShare`. */
export function requireTypedContact({ db, now }: Cx, { userId, profile }: Pick<Actor, 'userId' | 'profile'>) {
  if (profile !== 'user') return
  const day = { most: TYPED_CONTACTS_A_DAY, window: DAY }
  const allowance = getOrMake(typedContacts, db.$client, () => createAllowance(now, day))
  if (allowance.take(String(userId)) > 0) fail('ERR_OWN_SHARE', { most: TYPED_CONTACTS_A_DAY })
}
