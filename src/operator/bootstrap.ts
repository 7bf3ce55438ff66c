/** Creates the operator's company at first start, and more companies by command. */

import { fail } from '../errors'
import type { Databases } from '../platform/databases'
import { DAY } from '../platform/time'
import { createCompany, findCompany, NEVER } from '../tenancy/companies'
import { OPERATOR_COMPANY } from '../tenancy/contract'
import type { Company } from '../tenancy/tables'
import { hashPassword, inventPassword } from '../users/password'
import { createUser, findLogin } from '../users/people'
import type { User } from '../users/tables'

export type FirstAdmin = { readonly email: string; readonly password: string | null; readonly name: string }

/** `password` is set only if it was generated here. It is shown once and stored nowhere. */
export type BootstrappedCompany = { readonly company: Company; readonly admin: User; readonly password: string | null }

type Wanted = { readonly name: string; readonly admin: FirstAdmin; readonly days: number }

/** Creates a company with its first admin. Its trial is due in `days`; the operator's company is never due. */
export async function bootstrapCompany(
  databases: Databases,
  now: number,
  wanted: Wanted,
): Promise<BootstrappedCompany> {
  return (await prepareCompany(databases, wanted))(now)
}

/**
 * Prepares company 1 with its super admin if the installation is new. Does the slow part and returns a synchronous
 * function that creates it.
 */
export async function prepareInstallation(
  databases: Databases,
  admin: { email: string | null; password: string | null },
): Promise<((now: number) => BootstrappedCompany) | undefined> {
  if (findCompany(databases.control, OPERATOR_COMPANY)) return undefined
  return prepareCompany(databases, {
    name: 'Balcão',
    admin: { email: admin.email ?? 'admin@balcao.local', password: admin.password, name: 'Admin' },
    days: 0,
  })
}

async function prepareCompany(
  databases: Databases,
  { name, admin, days }: Wanted,
): Promise<(now: number) => BootstrappedCompany> {
  const { control } = databases
  const refuseTaken = () => findLogin(control, admin.email) && fail('ERR_DUPLICATED_EMAIL', { email: admin.email })
  refuseTaken()
  const password = admin.password ?? inventPassword()
  const passwordHash = await hashPassword(password)
  return (now) => {
    refuseTaken()
    const dueAt = findCompany(control, OPERATOR_COMPANY) ? now + days * DAY : NEVER
    // One commit for the company and its admin's e-mail, so that no company exists that nobody can sign in to.
    return createCompany(databases, now, { name, dueAt }, (company, db) => {
      const first = createUser(
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
    })
  }
}
