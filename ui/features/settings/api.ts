import type { TenantRoutes } from '../../../src/operator/tenants/routes'
import type { ChangeCompany } from '../../../src/settings/contract'
import { client, unwrap } from '../../shared/client'

const { companies } = client<TenantRoutes>()

export const changeCompany = (id: number, body: ChangeCompany) => unwrap(companies({ id }).put(body))
