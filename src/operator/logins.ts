/** Compares claimed e-mails with a company's users, from whom they follow, and claims them anew. */
import { isNull } from 'drizzle-orm'
import type { ControlDb, Db } from '../platform/sqlite'
import { listClaimed } from '../tenancy/claim-bucket'
import type { Claims } from '../tenancy/claims'
import { users } from '../users/tables'

export type LoginFault = { readonly email: string; readonly fault: 'missing' | 'stale' | 'duplicate' }

type CompanyLogins = {
  readonly claims: Claims
  readonly control: ControlDb
  readonly db: Db
  readonly tenantUuid: string
}

/** `duplicate`: another company has the e-mail. `stale`: nobody here uses it. */
export async function findLoginFaults({ claims, control, db, tenantUuid }: CompanyLogins): Promise<LoginFault[]> {
  const emails = listLogins(db)
  const faults: LoginFault[] = []
  for (const email of emails) {
    const claim = await claims.find('email', email)
    if (claim?.tenantUuid === tenantUuid) continue
    faults.push({ email, fault: (await claims.isTaken('email', email)) ? 'duplicate' : 'missing' })
  }
  const known = new Set(emails)
  const stale = listClaimed(control, 'email', tenantUuid).filter((email) => !known.has(email))
  return [...faults, ...stale.map((email): LoginFault => ({ email, fault: 'stale' }))]
}

/** Claims every user's e-mail and releases others. Returns the e-mails that another company has. */
export async function claimLogins({ claims, control, db, tenantUuid }: CompanyLogins): Promise<string[]> {
  const emails = listLogins(db)
  const refused: string[] = []
  for (const email of emails) if ((await claims.take('email', email, { tenantUuid })) === 'taken') refused.push(email)
  const known = new Set(emails)
  for (const email of listClaimed(control, 'email', tenantUuid))
    if (!known.has(email)) await claims.releaseUnused('email', email, { tenantUuid }) // somebody may have got it since
  return refused
}

/** Deleted users have none. */
const listLogins = (db: Db): string[] =>
  db
    .select({ email: users.email })
    .from(users)
    .where(isNull(users.deletedAt))
    .all()
    .map(({ email }) => email)
