/** Who may read an entry: in company 1, the acts of the operator are for super users alone. */
import { and, eq, isNotNull, isNull, ne, not, or, type SQL } from 'drizzle-orm'
import type { Actor } from '../actor'
import type { Cx } from '../platform/cx'
import { defineExtensionPoint } from '../platform/extensions'
import { OPERATOR_COMPANY } from '../tenancy/contract'
import type { AuditEntry } from './contract'
import { auditLog } from './tables'

/** Acts of the operator: all of a kind, those on other companies, or those without a subject. */
export type OperatorActs = { readonly kind: string; readonly subject?: 'otherCompany' | 'none' }
export const operatorActs = defineExtensionPoint<OperatorActs>('audit.operatorActs')

const isOne = ({ kind, subject }: OperatorActs, entry: Pick<AuditEntry, 'kind' | 'subjectId'>): boolean => {
  if (kind !== entry.kind) return false
  if (subject === 'none') return entry.subjectId === null
  return subject === undefined || (entry.subjectId !== null && entry.subjectId !== OPERATOR_COMPANY)
}

const isOneSql = ({ kind, subject }: OperatorActs): SQL | undefined => {
  const ofKind = eq(auditLog.kind, kind)
  if (subject === 'none') return and(ofKind, isNull(auditLog.subjectId))
  return subject === undefined
    ? ofKind
    : and(ofKind, isNotNull(auditLog.subjectId), ne(auditLog.subjectId, OPERATOR_COMPANY))
}

type Reader = Pick<Actor, 'tenantId' | 'super'>
const seesAll = (reader: Reader): boolean => reader.super || reader.tenantId !== OPERATOR_COMPANY

export const seesEntry = (cx: Cx, reader: Reader, entry: Pick<AuditEntry, 'kind' | 'subjectId'>): boolean =>
  seesAll(reader) || !cx.membersOf(operatorActs).some((acts) => isOne(acts, entry))

/** Undefined: all. */
export function entriesFor(cx: Cx, reader: Reader): SQL | undefined {
  const operators = seesAll(reader) ? undefined : or(...cx.membersOf(operatorActs).map(isOneSql))
  return operators && not(operators)
}
