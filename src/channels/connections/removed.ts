/** Finishes removals that were interrupted by the end of the process. */
import { eq } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import { getColumn } from '../../platform/sql'
import type { ControlDb } from '../../platform/sqlite'
import { findConnection } from './queries'
import { channelAccounts } from './tables'

/** Removed connections that still have an account or outbox rows. */
export function listHalfRemoved(control: ControlDb, { db, tenant }: Cx): number[] {
  const kept = control.select().from(channelAccounts).where(eq(channelAccounts.companyId, tenant.id)).all()
  const waiting = getColumn<number>(db, 'SELECT DISTINCT connection_id FROM outbox')
  const ids = new Set([...kept.map(({ connectionId }) => connectionId), ...waiting])
  return [...ids].filter((id) => findConnection(db, id) === undefined)
}
