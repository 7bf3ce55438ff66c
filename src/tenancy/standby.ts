/**
 * A company restored from a backup is on standby: it receives messages and attendants can reply, but nothing is sent
 * automatically, because what was due at the time of the backup may have been sent since. Its admins or the operator
 * release it.
 */
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Cx } from '../platform/cx'
import type { WritableControl } from '../platform/sqlite'
import { companies } from './tables'

export const isOnStandby = ({ tenant }: Pick<Cx, 'tenant'>): boolean => tenant.standbySince !== null

/** `since` null releases it. */
export function setStandby(control: WritableControl, id: number, since: number | null): void {
  control.update(companies).set({ standbySince: since }).where(eq(companies.id, id)).run()
}

/** Returns whether it was on standby. */
export const endStandby = (control: WritableControl, id: number): boolean =>
  control
    .update(companies)
    .set({ standbySince: null })
    .where(and(eq(companies.id, id), isNotNull(companies.standbySince)))
    .run().changes === 1

/** Past its due date: only billing is served. */
export const isOverdue = ({ tenant, now }: Pick<Cx, 'tenant' | 'now'>): boolean => tenant.dueAt < now()

/** On standby or overdue: it receives messages and sends nothing automatically. */
export const isPaused = (cx: Pick<Cx, 'tenant' | 'now'>): boolean => isOnStandby(cx) || isOverdue(cx)
