/** The search parameters of the audit log on the settings screen. */
import * as v from 'valibot'
import { Day, viewSchema } from '../../shared/table/view'

/** Filters by subject, actor and time. */
export const auditFilters = {
  kind: v.pipe(v.string(), v.regex(/^\w{1,40}$/)),
  userId: v.pipe(v.number(), v.integer(), v.minValue(1)),
  from: Day,
  to: Day,
}
const AuditView = viewSchema(['at'], auditFilters)
export type AuditView = v.InferOutput<typeof AuditView>
