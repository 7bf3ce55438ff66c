/** Audit log schemas shared with the browser. */
import * as v from 'valibot'
import { defineEvent } from '../platform/events'
import { Id, Instant } from '../platform/formats'

export const AuditValue = v.nullable(v.union([v.string(), v.number(), v.boolean()]))
export type AuditValue = v.InferOutput<typeof AuditValue>

/**
 * `kind` is the type of the subject, such as `queue`; `act` is the action, such as `update`. Values of a secret are
 * only `set` or null.
 */
export const AuditEntry = v.object({
  id: Id,
  at: Instant,
  /** Null for the operator's command line and for deleted users. */
  userId: v.nullable(Id),
  userName: v.string(),
  kind: v.string(),
  act: v.string(),
  subjectId: v.nullable(Id),
  subjectName: v.string(),
  changes: v.array(v.object({ field: v.string(), from: AuditValue, to: AuditValue })),
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>

/** Newest first; `next` is the cursor of the following page. */
export const AuditPage = v.object({ entries: v.array(AuditEntry), hasMore: v.boolean(), next: v.nullable(v.string()) })

export const auditRecorded = defineEvent('audit.create', v.object({ entry: AuditEntry }))
