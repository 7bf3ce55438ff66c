/** Creates a company with its first administrator. */
import { fail } from '../errors'
import type { Databases } from '../platform/databases'
import { DAY } from '../platform/time'
import { createCompany, findCompany, type NewCompany } from '../tenancy/companies'
import { OPERATOR_COMPANY } from '../tenancy/contract'
import { NEVER } from '../tenancy/due'
import type { Company } from '../tenancy/tables'
import { hashPassword, inventPassword } from './password'
import { findLogin, insertUser } from './people'
import type { User } from './tables'

/** `password` null generates one. */
export type FirstAdmin = { readonly email: string; readonly password: string | null; readonly name: string }

/** `password` is set only if it was generated here. It is shown once and stored nowhere. */
export type BootstrappedCompany = { readonly company: Company; readonly admin: User; readonly password: string | null }

/** It is due in `days`, all of which are a trial where `isTrial`; the operator's company, which is the first, never is. */
export type NewCompanyInput = Omit<NewCompany, 'dueAt' | 'trialUntil'> & {
  readonly admin: FirstAdmin
  readonly days: number
  readonly isTrial?: boolean
}

/**
 * Does the slow part, and returns a synchronous function that creates the company. Both fail with ERR_DUPLICATED_EMAIL
 * if another user has the administrator's e-mail.
 */
export async function prepareCompany(
  databases: Databases,
  { admin, days, isTrial = false, ...values }: NewCompanyInput,
): Promise<(now: number) => BootstrappedCompany> {
  const control = databases.writableControl()
  const refuseTaken = () => findLogin(control, admin.email) && fail('ERR_DUPLICATED_EMAIL', { email: admin.email })
  refuseTaken()
  const password = admin.password ?? inventPassword()
  const passwordHash = await hashPassword(password)
  const uuid = crypto.randomUUID()
  await databases.prepare(uuid)
  return (now) => {
    try {
      refuseTaken()
    } catch (error) {
      databases.discard(uuid)
      throw error
    }
    const dueAt = findCompany(control, OPERATOR_COMPANY) ? now + days * DAY : NEVER
    // One commit for the company and its admin's e-mail, so that no company exists that nobody can sign in to.
    return createCompany(
      databases,
      now,
      { ...values, uuid, dueAt, trialUntil: isTrial ? dueAt : null },
      (company, db) => {
        const first = insertUser(
          { control, db, companyId: company.id, now },
          {
            name: admin.name,
            email: admin.email,
            passwordHash,
            profile: 'admin',
            super: company.id === OPERATOR_COMPANY,
          },
        )
        return { company, admin: first, password: admin.password === null ? password : null }
      },
    )
  }
}
