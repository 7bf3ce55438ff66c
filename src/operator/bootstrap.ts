/** How an installation and its companies begin: the operator's company at the first start, more by command. */

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

/** `password` is set only when it was generated here: it is shown once and stored nowhere. */
export type BootstrappedCompany = { readonly company: Company; readonly admin: User; readonly password: string | null }

type Wanted = { readonly name: string; readonly admin: FirstAdmin; readonly days: number }

/** A company with its first admin. Trial companies are due in `days`; the operator's own never. */
export async function bootstrapCompany(
  databases: Databases,
  now: number,
  wanted: Wanted,
): Promise<BootstrappedCompany> {
  return (await prepareCompany(databases, wanted))(now)
}

/**
 * Company 1 and its super admin, if this installation has none yet: does all that takes a while, and returns what founds
 * it in one go.
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
    // The company and the e-mail of its admin in one commit: a company that nobody can sign in to would count as bootstrapped.
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
