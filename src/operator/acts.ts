/** Acts of the command line that concern the whole installation stand in the audit log of the operator's company. */
import { type Act, recordOperatorAct } from '../audit/record'
import type { Databases } from '../platform/databases'
import { findCompany } from '../tenancy/companies'
import { OPERATOR_COMPANY } from '../tenancy/contract'

/** A new or restored company, which its own log tells as well. */
export function recordNewCompany(
  databases: Pick<Databases, 'control' | 'tenant'>,
  now: number,
  { id, uuid, name }: { readonly id: number; readonly uuid: string; readonly name: string },
  word: 'create' | 'restore' = 'create',
): void {
  const act = { kind: 'company', act: word, subject: { id, name } }
  if (id !== OPERATOR_COMPANY) recordInstallationAct(databases, now, act)
  recordOperatorAct(() => databases.tenant(uuid), now, act)
}

export function recordInstallationAct(databases: Pick<Databases, 'control' | 'tenant'>, now: number, act: Act): void {
  const operators = findCompany(databases.control, OPERATOR_COMPANY)
  if (operators) recordOperatorAct(() => databases.tenant(operators.uuid), now, act)
}
