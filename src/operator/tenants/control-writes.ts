import * as v from 'valibot'
import { defineControlWrite } from '../../platform/control-writes'
import { findCompanyOrFail } from '../../tenancy/companies'
import { OwnCompany } from './contract'
import { storeCompany } from './store'

/** What a company's own admin may change of it. Absent fields stay as they are. */
export const storeOwnCompany = defineControlWrite(
  'companies.storeOwn',
  v.object({ companyId: v.number(), fields: v.object({ ...OwnCompany.entries, phone: v.optional(v.string()) }) }),
  (control, _now, { companyId, fields }) => {
    const before = findCompanyOrFail(control, companyId)
    storeCompany(control, companyId, fields)
    return { before, after: findCompanyOrFail(control, companyId) }
  },
)
