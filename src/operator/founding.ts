/** How an installation and its companies begin: the operator's company at the first start, more by command. */
import { hashPassword, inventPassword } from '../access/password'
import { createUser, findLogin } from '../access/people'
import type { User } from '../access/tables'
import { fail } from '../errors'
import type { Databases } from '../platform/databases'
import { DAY } from '../platform/time'
import { createCompany, findCompany, listCompanies, NEVER, OPERATOR_COMPANY } from '../tenancy/companies'
import type { Company } from '../tenancy/tables'

export type FirstAdmin = { readonly email: string; readonly password: string | null; readonly name: string }

/** `password` is set only when it was invented here: it is told once and kept nowhere. */
export type Founded = { readonly company: Company; readonly admin: User; readonly password: string | null }

/** A company with its first admin. Trial companies are due in `days`; the operator's own never. */
export async function foundCompany(
  databases: Databases,
  now: number,
  wanted: { name: string; admin: FirstAdmin; days: number },
): Promise<Founded> {
  if (findLogin(databases.control, wanted.admin.email)) fail('ERR_DUPLICATED_EMAIL', { email: wanted.admin.email })
  const password = wanted.admin.password ?? inventPassword()
  const passwordHash = await hashPassword(password)
  const isOperator = listCompanies(databases.control).length === 0
  const { company, db } = createCompany(databases, now, {
    name: wanted.name,
    dueAt: isOperator ? NEVER : now + wanted.days * DAY,
  })
  const admin = createUser(databases.control, db, company.id, now, {
    name: wanted.admin.name,
    email: wanted.admin.email,
    passwordHash,
    profile: 'admin',
    super: isOperator,
  })
  return { company, admin, password: wanted.admin.password === null ? password : null }
}

/** Company 1 and its super admin, if this installation has none yet. */
export async function foundInstallation(
  databases: Databases,
  now: number,
  admin: { email: string | null; password: string | null },
): Promise<Founded | undefined> {
  if (findCompany(databases.control, OPERATOR_COMPANY)) return undefined
  return foundCompany(databases, now, {
    name: 'Balcão',
    admin: { email: admin.email ?? 'admin@balcao.local', password: admin.password, name: 'Admin' },
    days: 0,
  })
}
