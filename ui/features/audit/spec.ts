/** The rules of the change history: which acts a view shows, and what a new one means for it. Pure. */
import { type AuditEntry, auditRecorded } from '../../../src/audit/contract'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'

/** What the server filters by; null: all. */
export type AuditChoice = {
  readonly kind: string | null
  readonly userId: number | null
  readonly from: string | null
  readonly to: string | null
}

export const auditSpec: CrudSpec<AuditEntry, AuditChoice> = {
  key: ['audit-log'],
  compare: (a, b) => b.id - a.id,
  events: [on(auditRecorded, ({ entry }) => ({ put: entry }))],
  belongs: (entry, { kind, userId }) =>
    (kind === null || entry.kind === kind) && (userId === null || entry.userId === userId),
  // Days that are over get no more.
  onlyServerAdds: ({ to }) => to !== null,
}

/** What people look for; others are shown, too, under their own name. */
export const auditKinds = [
  'setting',
  'company',
  'hours',
  'holiday',
  'connection',
  'queue',
  'user',
  'contact',
  'contactCategory',
  'tag',
  'quickMessage',
  'announcement',
  'help',
  'contactList',
  'campaign',
  'campaignSettings',
  'optOut',
  'rating',
  'ratingCategory',
] as const
