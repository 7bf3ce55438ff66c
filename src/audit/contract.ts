/** The audit log, as the browser knows it. */
import * as v from 'valibot'
import { defineEvent } from '../platform/events'
import { Id, Instant } from '../platform/formats'

export const AuditValue = v.nullable(v.union([v.string(), v.number(), v.boolean()]))
export type AuditValue = v.InferOutput<typeof AuditValue>

/** `kind` is what it was done to, such as `queue`; `act` what, such as `update`; a secret's values are only `set` or null. */
export const AuditEntry = v.object({
  id: Id,
  at: Instant,
  /** Null: the operator's command line, or somebody who was deleted. */
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
