/** Creates a company with its first administrator. */
import { fail } from '../errors'
import type { FleetView } from '../fleet/view'
import type { Databases } from '../platform/databases'
import { DAY } from '../platform/time'
import type { Claims } from '../tenancy/claims'
import { createCompany, findCompany, findCompanyByUuid, type NewCompany } from '../tenancy/companies'
import { OPERATOR_COMPANY } from '../tenancy/contract'
import { NEVER } from '../tenancy/due'
import type { Company } from '../tenancy/tables'
import { plainEmail } from './emails'
import { hashPassword, inventPassword } from './password'
import { insertUser } from './people'
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

/** `settle` runs in the transaction of control.db that makes the company. */
type CreateCompany = (now: number, settle?: (company: Company) => void) => Promise<BootstrappedCompany>

/** What a company is made of: its databases, and who has which e-mail. */
export type CompanyStores = {
  readonly databases: Databases
  readonly claims: Claims
  /** On a node of a fleet. A command leaves it to the server, which looks for new companies. */
  readonly fleet?: Pick<FleetView, 'adopt'> | null
}

/**
 * Does the slow part, and returns a function that creates the company. Both fail with ERR_DUPLICATED_EMAIL if another user
 * has the administrator's e-mail.
 */
export async function prepareCompany(
  { databases, claims, fleet }: CompanyStores,
  { admin, days, isTrial = false, ...values }: NewCompanyInput,
): Promise<CreateCompany> {
  const { control } = databases
  const email = plainEmail(admin.email)
  const refused = () => fail('ERR_DUPLICATED_EMAIL', { email: admin.email })
  if (await claims.isTaken('email', email)) refused()
  const password = admin.password ?? inventPassword()
  const passwordHash = await hashPassword(password)
  const uuid = crypto.randomUUID()
  await databases.prepare(uuid)

  function create(now: number, settle: (company: Company) => void): BootstrappedCompany {
    const dueAt = findCompany(control, OPERATOR_COMPANY) ? now + days * DAY : NEVER
    return createCompany(
      databases,
      now,
      { ...values, uuid, dueAt, trialUntil: isTrial ? dueAt : null },
      (company, db) => {
        const isFirst = company.id === OPERATOR_COMPANY
        const first = insertUser(db, now, { name: admin.name, email, passwordHash, profile: 'admin', super: isFirst })
        settle(company)
        return { company, admin: first, password: admin.password === null ? password : null }
      },
    )
  }

  return async (now, settle = () => {}) => {
    try {
      const plan = { takes: email, work: () => create(now, settle), refused }
      const made = await claims.changing('email', { tenantUuid: uuid }, () => plan)
      await fleet?.adopt(uuid)
      return made
    } catch (error) {
      if (!findCompanyByUuid(control, uuid)) databases.discard(uuid)
      throw error
    }
  }
}
