/**
 * Remembers whose full number a user has typed: users who are limited to contacts with conversations may open these,
 * too. Kept in memory only; after a restart the number must be typed again.
 */
import type { Actor } from '../actor'
import { getOrMake } from '../platform/maps'
import type { Db, Raw } from '../platform/sqlite'

const MAX_CACHED = 10_000
const typed = new WeakMap<Raw, Set<string>>()

const keyOf = ({ userId }: Pick<Actor, 'userId'>, contactId: number) => `${userId}/${contactId}`

export function noteTypedNumber(db: Db, actor: Pick<Actor, 'userId'>, contactId: number) {
  const known = getOrMake(typed, db.$client, () => new Set())
  const key = keyOf(actor, contactId)
  known.delete(key)
  known.add(key)
  if (known.size > MAX_CACHED) known.delete(known.values().next().value ?? '')
}

export const hasTypedNumber = (db: Db, actor: Pick<Actor, 'userId'>, contactId: number): boolean =>
  typed.get(db.$client)?.has(keyOf(actor, contactId)) === true
