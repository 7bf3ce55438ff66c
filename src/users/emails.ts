/** E-mails are unique across the installation: each is claimed for the company whose user signs in with it. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import type { Databases } from '../platform/databases'
import { type Db, prepared } from '../platform/sqlite'
import { type ClaimChange, type Claims, type ClaimUse, holderIn } from '../tenancy/claims'
import { findCompanyByUuid } from '../tenancy/companies'
import type { Company } from '../tenancy/tables'
import { type User, users } from './tables'

export const plainEmail = (email: string): string => email.trim().toLowerCase()

const userByEmail = (db: Db) =>
  db
    .select()
    .from(users)
    .where(and(eq(users.email, sql.placeholder('email')), isNull(users.deletedAt)))
    .prepare()
/** In the company. Deleted users have no e-mail. */
export const findUserByEmail = (db: Db, email: string): User | undefined => prepared(db, userByEmail).get({ email })

export const emailUse: ClaimUse = {
  kind: 'email',
  isUsed: (db, email) => findUserByEmail(db, email) !== undefined,
}

export const refuseEmail = (email: string): never => fail('ERR_DUPLICATED_EMAIL', [{ field: 'email', message: email }])

/** Fails if another user of the company has the e-mail. */
export function requireFreeEmail(db: Db, email: string): void {
  if (db.select({ id: users.id }).from(users).where(eq(users.email, email)).get()) refuseEmail(email)
}

/** Whether a user of another company signs in with it. */
export async function isEmailElsewhere(
  claims: Pick<Claims, 'find' | 'isTaken'>,
  { tenant }: Pick<Cx, 'tenant'>,
  email: string,
): Promise<boolean> {
  const claim = await claims.find('email', email)
  return claim !== undefined && claim.tenantUuid !== tenant.uuid && (await claims.isTaken('email', email))
}

type EmailChange<T> = ClaimChange & { work(): T | Promise<T> }

/**
 * Runs `work`, the transaction in which a user gets or loses an e-mail. `plan` reads what changes once no other such change of
 * the company is under way. Fails with ERR_DUPLICATED_EMAIL if another company has the e-mail.
 */
export const changingEmail = <T>(
  claims: Pick<Claims, 'changing'>,
  cx: Pick<Cx, 'tenant'>,
  plan: () => EmailChange<T>,
): Promise<T> => claims.changing('email', holderIn(cx), () => ({ ...plan(), refused: refuseEmail }))

type Logins = { readonly claims: Pick<Claims, 'find'>; readonly databases: Pick<Databases, 'control' | 'tenant'> }

/** Who signs in with this e-mail. */
export async function findLogin(
  { claims, databases }: Logins,
  email: string,
): Promise<{ readonly user: User; readonly company: Company } | undefined> {
  const plain = plainEmail(email)
  const claim = await claims.find('email', plain)
  const company = claim && findCompanyByUuid(databases.control, claim.tenantUuid)
  const user = company && findUserByEmail(databases.tenant(company.uuid), plain)
  return user && company ? { user, company } : undefined
}
