/** Records administrative acts in the transaction that performs them. */
import { and, desc, eq } from 'drizzle-orm'
import type { Actor } from '../actor'
import type { Cx } from '../platform/cx'
import { instant } from '../platform/formats'
import type { Db } from '../platform/sqlite'
import { MINUTE } from '../platform/time'
import { type AuditEntry, type AuditValue, auditRecorded } from './contract'
import { auditLog, type StoredAuditEntry } from './tables'
import { seesEntry } from './visibility'

/** Null for the operator's command line. */
export type Doer = Pick<Actor, 'userId' | 'name'> | null

export type Act = {
  readonly kind: string
  readonly act: 'create' | 'update' | 'delete' | (string & {})
  readonly subject: { readonly id: number | null; readonly name: string }
  readonly changes?: AuditEntry['changes']
}

/** Records an act, unless it is an update without changes. */
export function recordAct(cx: Cx, doer: Doer, act: Act) {
  const entry = insertAct(cx.db, cx.now(), doer, act)
  if (entry)
    cx.emit(
      auditRecorded({ entry: showEntry(entry) }),
      (listener) => listener.profile === 'admin' && seesEntry(cx, listener, entry),
    )
}

/** Records an act of the command line. It emits no event, and ignores a company file that cannot be written. */
export function recordOperatorAct(db: () => Db, now: number, act: Act) {
  try {
    insertAct(db(), now, null, act)
  } catch {
    // the act itself has succeeded, even in a damaged company
  }
}

function insertAct(db: Db, now: number, doer: Doer, { kind, act, subject, changes = [] }: Act) {
  if (act === 'update' && changes.length === 0) return undefined
  return db
    .insert(auditLog)
    .values({
      at: now,
      userId: doer?.userId ?? null,
      userName: doer?.name ?? '',
      kind,
      act,
      subjectId: subject.id,
      subjectName: subject.name,
      changes,
    })
    .returning()
    .get()
}

const ONE_EDIT = 10 * MINUTE

/** Records an update of auto-saved content: one person's changes within ten minutes become one entry. */
export function recordEdit(cx: Cx, doer: Pick<Actor, 'userId' | 'name'>, act: Omit<Act, 'act'>) {
  const { kind, subject, changes = [] } = act
  if (changes.length === 0) return
  const last = cx.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.kind, kind), eq(auditLog.subjectId, subject.id ?? 0)))
    .orderBy(desc(auditLog.id))
    .limit(1)
    .get()
  if (last?.act !== 'update' || last.userId !== doer.userId || Math.abs(cx.now() - last.at) > ONE_EDIT)
    return recordAct(cx, doer, { ...act, act: 'update' })
  const known = last.changes.map((one) => ({
    ...one,
    to: (changes.find(({ field }) => field === one.field) ?? one).to,
  }))
  const added = changes.filter(({ field }) => !known.some((one) => one.field === field))
  cx.db
    .update(auditLog)
    .set({ subjectName: subject.name, changes: [...known, ...added] })
    .where(eq(auditLog.id, last.id))
    .run()
}

export const showEntry = ({ at, ...entry }: StoredAuditEntry): AuditEntry => ({ ...entry, at: instant(at) })

/**
 * The fields of `after` that differ from `before`. Callers must name all fields, so that a new one is not forgotten.
 * Lists and objects become JSON, long values are cut, and `secrets` show only whether they are set.
 */
export function changesBetween<T extends object>(
  before: Partial<T>,
  after: Partial<T>,
  secrets: readonly (keyof T & string)[] = [],
): AuditEntry['changes'] {
  const fields = Object.keys(after) as (keyof T & string)[] // its own keys
  return fields.flatMap((field) => {
    const [from, to] = [plain(before[field]), plain(after[field])]
    if (from === to) return []
    const hide = (value: AuditValue) => (value === null || value === '' ? null : 'set')
    return [
      secrets.includes(field) ? { field, from: hide(from), to: hide(to) } : { field, from: cut(from), to: cut(to) },
    ]
  })
}

const plain = (value: unknown): AuditValue => {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return JSON.stringify(value)
}

const MAX_TEXT_LENGTH = 500
const cut = (value: AuditValue): AuditValue =>
  typeof value === 'string' && value.length > MAX_TEXT_LENGTH
    ? `${value.slice(0, MAX_TEXT_LENGTH)}…`.toWellFormed()
    : value
