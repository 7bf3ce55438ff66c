import { and, desc, eq, gt, lt, lte } from 'drizzle-orm'
import type { Actor } from '../actor'
import type { Cx } from '../platform/cx'
import type { Period } from '../platform/days'
import { PAGE_SIZE, readCursor, writeCursor } from '../platform/pages'
import { getValue } from '../platform/sql'
import { type Db, statement } from '../platform/sqlite'
import type { AuditEntry } from './contract'
import { showEntry } from './record'
import { auditLog } from './tables'
import { entriesFor } from './visibility'

export type AuditFilter = {
  readonly kind: string | null
  readonly subjectId: number | null
  readonly userId: number | null
  readonly period: Period | null
  readonly after: string | null
}

/** Newest first. */
export function listActs(cx: Cx, reader: Actor, { kind, subjectId, userId, period, after }: AuditFilter) {
  const { db } = cx
  const found = db
    .select()
    .from(auditLog)
    .where(
      and(
        entriesFor(cx, reader),
        kind === null ? undefined : eq(auditLog.kind, kind),
        subjectId === null ? undefined : eq(auditLog.subjectId, subjectId),
        userId === null ? undefined : eq(auditLog.userId, userId),
        period === null ? undefined : gt(auditLog.id, lastBefore(db, period.from)),
        period === null ? undefined : lte(auditLog.id, lastBefore(db, period.to)),
        after === null ? undefined : lt(auditLog.id, readCursor(after).id),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(PAGE_SIZE + 1)
    .all()
  const entries: AuditEntry[] = found.slice(0, PAGE_SIZE).map(showEntry)
  const [last, hasMore] = [found[PAGE_SIZE - 1], found.length > PAGE_SIZE]
  return { entries, hasMore, next: hasMore && last ? writeCursor({ value: last.at, id: last.id }) : null }
}

/** The id of the last act before that time, by binary search: ids and times rise together. */
function lastBefore(db: Db, at: number): number {
  const atOf = statement(db.$client, 'SELECT at FROM audit_log WHERE id >= (? + 0) ORDER BY id LIMIT 1').pluck()
  let low = 0
  let high = Number(getValue(db, 'SELECT ifnull(max(id), 0) FROM audit_log'))
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (Number(atOf.get(middle)) < at) low = middle
    else high = middle - 1
  }
  return low
}
