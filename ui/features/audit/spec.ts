/** The rules of the audit log: which entries a view shows, and what a new one means for it. Pure. */
import { type AuditEntry, auditRecorded } from '../../../src/audit/contract'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'

/** Filters of the server; null means all. */
export type AuditFilter = {
  readonly kind: string | null
  readonly userId: number | null
  readonly from: string | null
  readonly to: string | null
}

export const auditSpec: CrudSpec<AuditEntry, AuditFilter> = {
  key: ['audit-log'],
  compare: (a, b) => b.id - a.id,
  events: [on(auditRecorded, ({ entry }) => ({ put: entry }))],
  belongs: (entry, { kind, userId }) =>
    (kind === null || entry.kind === kind) && (userId === null || entry.userId === userId),
  // Past days get no more entries.
  onlyServerAdds: ({ to }) => to !== null,
}
