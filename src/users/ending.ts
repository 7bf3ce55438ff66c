/** Ends sessions of a user or of a whole company, for the server and for commands. */
import type { Databases } from '../platform/databases'
import { execute, getRows } from '../platform/sql'
import type { WritableControl } from '../platform/sqlite'
import { findCompany, voidSessions } from '../tenancy/companies'
import { OPERATOR_COMPANY } from '../tenancy/contract'
import { takeFormerSessions } from './former-sessions'
import { type EndReason, endAllSessions, endSessionOf, endVisits } from './sessions'
import type { Session } from './tables'

export type EndedSession = Session & { readonly companyId: number }

type Files = Pick<Databases, 'control' | 'tenant' | 'writableControl'>

export function endSessionsOf(
  files: Files,
  now: number,
  { companyId, userId }: { readonly companyId: number; readonly userId: number },
  because: EndReason,
): EndedSession[] {
  const { control, tenant } = files
  const company = findCompany(control, companyId)
  if (!company) return []
  const db = tenant(company.uuid)
  takeFormerSessions(control, db, companyId, now)
  const ended = endSessionOf(db, now, userId, because)
  const visits = companyId === OPERATOR_COMPANY ? endVisitsOf(files, now, userId) : []
  return [...(ended ? [{ ...ended, companyId }] : []), ...visits]
}

/** All are over at once, even if the company's file cannot be written. Then they are not returned, nor why they ended kept. */
export function endSessionsOfCompany(
  { control, tenant, writableControl }: Files,
  now: number,
  companyId: number,
  because: EndReason,
): EndedSession[] {
  const company = findCompany(control, companyId)
  if (!company) return []
  voidSessions(writableControl(), companyId)
  try {
    const db = tenant(company.uuid)
    takeFormerSessions(control, db, companyId, now)
    return endAllSessions(db, now, because).map((session) => ({ ...session, companyId }))
  } catch {
    return []
  }
}

/** Sessions by consent that this person of the operator has in other companies. */
function endVisitsOf({ control, tenant, writableControl }: Files, now: number, userId: number): EndedSession[] {
  const consents = getRows<{ companyId: number; uuid: string }>(
    control,
    `SELECT c.id AS companyId, c.uuid FROM support_grants g JOIN companies c ON c.id = g.company_id WHERE g.asked_by = ? AND g.state = 'granted'`,
    userId,
  )
  return consents.flatMap(({ companyId, uuid }) => {
    try {
      const db = tenant(uuid)
      takeFormerSessions(control, db, companyId, now)
      return endVisits(db, now).map((session) => ({ ...session, companyId }))
    } catch {
      endConsents(writableControl(), companyId, userId) // with which they are over, too
      return []
    }
  })
}

const endConsents = (control: WritableControl, companyId: number, userId: number) =>
  execute(
    control,
    "UPDATE support_grants SET state = 'ended' WHERE company_id = ? AND asked_by = ? AND state = 'granted'",
    [companyId, userId],
  )
