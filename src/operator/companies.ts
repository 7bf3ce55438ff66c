/** Operator actions on companies: find, suspend, resume. */

import { changesBetween, recordOperatorAct } from '../audit/record'
import { fail } from '../errors'
import type { Databases } from '../platform/databases'
import { instant, isPlannable } from '../platform/formats'
import { inControl } from '../platform/operator-storage'
import type { ControlDb } from '../platform/sqlite'
import { findCompany, findCompanyByUuid, setCompanyActive, setCompanyDue, setCompanyPlan } from '../tenancy/companies'
import { OPERATOR_COMPANY } from '../tenancy/contract'
import type { FollowPlan } from '../tenancy/lifecycle'
import type { Company } from '../tenancy/tables'
import { endSessionsOfCompany } from '../users/ending'
import { Refusal } from './refusal'

/** `word` is a number or UUID. */
export function findCompanyByWord(control: ControlDb, word: string): Company {
  const found = /^\d+$/.test(word) ? findCompany(control, Number(word)) : findCompanyByUuid(control, word.toLowerCase())
  return found ?? fail('ERR_NO_COMPANY_FOUND')
}

/**
 * Keeps all data and ends all sign-in sessions. A running server closes the company's sockets and WhatsApp sessions
 * within seconds.
 */
export function suspendCompany(databases: Databases, now: number, id: number): { company: Company; signedOut: number } {
  if (id === OPERATOR_COMPANY) throw new Refusal('Company 1 belongs to the operator and cannot be suspended.')
  const control = databases.writableControl()
  const before = findCompany(control, id)
  const company = setCompanyActive(control, id, false)
  record(databases, now, before, company)
  return { company, signedOut: endSessionsOfCompany(databases, now, id, 'blocked').length }
}

/** `dueAt` is the new due date; null keeps it. */
export function resumeCompany(databases: Databases, now: number, id: number, dueAt: number | null): Company {
  if (dueAt !== null && id === OPERATOR_COMPANY)
    throw new Refusal('Company 1 belongs to the operator and never expires.')
  if (dueAt !== null && !isPlannable(instant(dueAt))) throw new Refusal('The due date must lie before the year 2200.')
  const control = databases.writableControl()
  const before = findCompany(control, id)
  const company = control.$client
    .transaction(() => {
      if (dueAt !== null) setCompanyDue(control, id, dueAt)
      return setCompanyActive(control, id, true)
    })
    .immediate()
  record(databases, now, before, company)
  return company
}

/** `planId` null: every feature, no limits. `followers`: what modules change along with it. */
export function changePlan(
  databases: Databases,
  now: number,
  id: number,
  planId: number | null,
  followers: readonly FollowPlan[],
): Company {
  const control = databases.writableControl()
  const before = findCompany(control, id)
  const company = inControl(control, () => {
    const company = setCompanyPlan(control, id, planId, now)
    for (const follow of followers) follow(control, now, id)
    return company
  })
  record(databases, now, before, company)
  return company
}

/** Records the change in the company's audit log as done by the operator. */
function record(databases: Databases, now: number, before: Company | undefined, after: Company) {
  const noted = ({ active, dueAt, plan }: Company) => ({ active, dueAt: instant(dueAt), plan: plan?.name ?? null })
  recordOperatorAct(() => databases.tenant(after.uuid), now, {
    kind: 'company',
    act: 'update',
    subject: after,
    changes: changesBetween<object>(before ? noted(before) : {}, noted(after)),
  })
}
