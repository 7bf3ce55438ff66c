import { and, desc, eq, lt } from 'drizzle-orm'
import { PAGE_SIZE, readCursor, writeCursor } from '../platform/pages'
import type { Db } from '../platform/sqlite'
import type { AuditEntry } from './contract'
import { showEntry } from './record'
import { auditLog } from './tables'

export type AuditFilter = {
  readonly kind: string | null
  readonly subjectId: number | null
  readonly userId: number | null
  readonly after: string | null
}

/** Newest first. */
export function listActs(db: Db, { kind, subjectId, userId, after }: AuditFilter) {
  const found = db
    .select()
    .from(auditLog)
    .where(
      and(
        kind === null ? undefined : eq(auditLog.kind, kind),
        subjectId === null ? undefined : eq(auditLog.subjectId, subjectId),
        userId === null ? undefined : eq(auditLog.userId, userId),
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
