/** What a company has of that which its plan limits. */
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { getValue } from '../platform/sql'
import type { Db } from '../platform/sqlite'
import type { LimitName } from './contract'
import { storedBytes } from './storage'

/** `storage`: bytes of files. */
export type Usage = Readonly<Record<LimitName | 'storage', number>>

const counting: Readonly<Record<LimitName, string>> = {
  users: 'SELECT count(*) FROM users WHERE active = 1',
  connections: 'SELECT count(*) FROM connections WHERE deleted_at IS NULL',
  queues: 'SELECT count(*) FROM queues',
}

export const countUsed = (db: Db, limit: LimitName): number => Number(getValue(db, counting[limit]))

export const usageOf = (db: Db, folder: string): Usage => ({
  users: countUsed(db, 'users'),
  connections: countUsed(db, 'connections'),
  queues: countUsed(db, 'queues'),
  storage: storedBytes(db, folder),
})

/**
 * Fails with ERR_PLAN_LIMIT when the plan allows no further one. Call it in the transaction that adds it, so that two at
 * the same moment cannot both have the last place.
 */
export function requireRoom({ db, tenant }: Pick<Cx, 'db' | 'tenant'>, limit: LimitName): void {
  const value = tenant.limits[limit] ?? null
  if (value !== null && countUsed(db, limit) >= value) fail('ERR_PLAN_LIMIT', { limit, value })
}
