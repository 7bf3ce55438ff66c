/** Creates the operator's company at first start, and more companies by command. */

import type { Databases } from '../platform/databases'
import { findCompany } from '../tenancy/companies'
import { OPERATOR_COMPANY } from '../tenancy/contract'
import {
  type BootstrappedCompany,
  type CompanyStores,
  type NewCompanyInput,
  prepareCompany,
} from '../users/new-company'
import { commandStores } from './claims'

/** Of company 1, until the operator names it. */
export const FIRST_NAME = 'Balcão'

/** By a command: creates a company with its first admin. Its trial is due in `days`; the operator's company is never due. */
export async function bootstrapCompany(
  databases: Databases,
  now: number,
  input: NewCompanyInput,
): Promise<BootstrappedCompany> {
  return (await prepareCompany(commandStores(databases, now), input))(now)
}

/**
 * Prepares company 1 with its super admin if the installation is new. Does the slow part and returns a function
 * that creates it.
 */
export async function prepareInstallation(
  stores: CompanyStores,
  admin: { email: string | null; password: string | null },
): Promise<((now: number) => Promise<BootstrappedCompany>) | undefined> {
  if (!stores.databases.isControlHere() || findCompany(stores.databases.control, OPERATOR_COMPANY)) return undefined
  return prepareCompany(stores, {
    name: FIRST_NAME,
    admin: { email: admin.email ?? 'admin@balcao.local', password: admin.password, name: 'Admin' },
    days: 0,
  })
}
