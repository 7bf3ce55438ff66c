/** Who may read an entry: in company 1, the acts of the operator are for super users alone. */
import { and, eq, inArray, isNotNull, isNull, ne, not, or, type SQL } from 'drizzle-orm'
import type { Actor } from '../actor'
import { OPERATOR_COMPANY } from '../tenancy/contract'
import type { AuditEntry } from './contract'
import { auditLog } from './tables'

/** What only the operator has. Invoices in company 1 are those of other companies: it pays none. */
const operatorKinds: readonly string[] = [
  'announcement',
  'backup',
  'help',
  'invoice',
  'monitor',
  'operatorSetting',
  'plan',
]

/** `webhook` without a subject is the one at the payment provider. */
const isOperators = ({ kind, subjectId }: Pick<AuditEntry, 'kind' | 'subjectId'>): boolean =>
  operatorKinds.includes(kind) ||
  (kind === 'company' && subjectId !== null && subjectId !== OPERATOR_COMPANY) ||
  (kind === 'webhook' && subjectId === null)

const isOperatorsSql = or(
  inArray(auditLog.kind, [...operatorKinds]),
  and(eq(auditLog.kind, 'company'), isNotNull(auditLog.subjectId), ne(auditLog.subjectId, OPERATOR_COMPANY)),
  and(eq(auditLog.kind, 'webhook'), isNull(auditLog.subjectId)),
)

type Reader = Pick<Actor, 'tenantId' | 'super'>
const seesAll = (reader: Reader): boolean => reader.super || reader.tenantId !== OPERATOR_COMPANY

export const seesEntry = (reader: Reader, entry: Pick<AuditEntry, 'kind' | 'subjectId'>): boolean =>
  seesAll(reader) || !isOperators(entry)

/** Undefined: all. */
export const entriesFor = (reader: Reader): SQL | undefined =>
  seesAll(reader) || isOperatorsSql === undefined ? undefined : not(isOperatorsSql)
