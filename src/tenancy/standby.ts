/**
 * A company that a backup was restored into is at rest: it receives, and people answer, but nothing leaves by itself. What was
 * due when the backup was made may have left since. Its admins or the operator release it.
 */
import { eq } from 'drizzle-orm'
import type { Cx } from '../platform/cx'
import type { ControlDb } from '../platform/sqlite'
import { companies } from './tables'

export const isOnStandby = ({ tenant }: Pick<Cx, 'tenant'>): boolean => tenant.standbySince !== null

/** `since`: null releases it. */
export function setStandby(control: ControlDb, id: number, since: number | null): void {
  control.update(companies).set({ standbySince: since }).where(eq(companies.id, id)).run()
}
