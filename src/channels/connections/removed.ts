/** Finishes removals that were interrupted by the end of the process. */
import { eq } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import { type ControlDb, statement } from '../../platform/sqlite'
import { findConnection } from './queries'
import { channelAccounts } from './tables'

/** Removed connections that still have an account or outbox rows. */
export function listHalfRemoved(control: ControlDb, { db, tenant }: Cx): number[] {
  const kept = control.select().from(channelAccounts).where(eq(channelAccounts.companyId, tenant.id)).all()
  const waiting = statement(db.$client, 'SELECT DISTINCT connection_id FROM outbox').pluck().all() as number[] // ids are integers
  const ids = new Set([...kept.map(({ connectionId }) => connectionId), ...waiting])
  return [...ids].filter((id) => findConnection(db, id) === undefined)
}
