/** The operator gives a company another plan: its open invoice is priced anew, and a code already shown is void. */
import type { FollowPlan } from '../../tenancy/lifecycle'
import { announceInvoice } from './announce'
import { followPlanChange } from './invoices'
import { withdrawSoon } from './payments'

export const followPlan: FollowPlan = (control, now, companyId) => {
  const { changed, withdrawn } = followPlanChange(control, now, companyId)
  return (services) => {
    for (const invoice of changed) announceInvoice(services, invoice)
    withdrawSoon(services, withdrawn)
  }
}
