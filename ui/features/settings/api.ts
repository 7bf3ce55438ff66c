import type { ChangeCompany } from '../../../src/settings/contract'
import type { OwnCompanyRoutes } from '../../../src/settings/routes'
import { client, unwrap } from '../../shared/client'

const { companies } = client<OwnCompanyRoutes>()

export const changeCompany = (id: number, body: ChangeCompany) => unwrap(companies({ id }).put(body))
