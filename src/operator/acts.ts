/** Acts of the command line that concern the whole installation stand in the audit log of the operator's company. */
import { type Act, recordOperatorAct } from '../audit/record'
import type { Databases } from '../platform/databases'
import { findCompany } from '../tenancy/companies'
import { OPERATOR_COMPANY } from '../tenancy/contract'

export function recordInstallationAct(databases: Pick<Databases, 'control' | 'tenant'>, now: number, act: Act): void {
  const operators = findCompany(databases.control, OPERATOR_COMPANY)
  if (operators) recordOperatorAct(() => databases.tenant(operators.uuid), now, act)
}
