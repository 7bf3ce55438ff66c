/** Finishes removals that were interrupted by the end of the process. */
import { eq } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import { getColumn } from '../../platform/sql'
import { findConnection } from './queries'
import { connections } from './tables'

/** Reason of a removed connection whose session has not ended yet. */
export const REMOVING = 'removing'

/** Removed connections whose session has not ended, or that still have outbox rows. */
export const listHalfRemoved = ({ db }: Cx): number[] =>
  getColumn<number>(
    db,
    `SELECT id FROM connections WHERE deleted_at IS NOT NULL AND reason = '${REMOVING}' UNION SELECT connection_id FROM outbox`,
  ).filter((id) => findConnection(db, id) === undefined)

export function noteRemoved(cx: Cx, id: number): void {
  cx.transaction(({ db }) => db.update(connections).set({ reason: null }).where(eq(connections.id, id)).run())
}
