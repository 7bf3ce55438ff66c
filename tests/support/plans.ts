import type { WritableControl } from '../../src/platform/sqlite'
import { setCompanyPlan } from '../../src/tenancy/companies'
import { NO_LIMITS, type PlanFlag, type PlanLimits } from '../../src/tenancy/contract'
import { plans } from '../../src/tenancy/tables'

/** Gives the company a plan of these features and limits; `features` null takes its plan away. */
export function givePlan(
  control: WritableControl,
  companyId: number,
  features: readonly PlanFlag[] | null,
  limits: Partial<PlanLimits> = {},
) {
  if (features === null) return setCompanyPlan(control, companyId, null, 0)
  const plan = { name: 'Test', amount: 9900, isPublic: true, usesMenus: false, menus: [], createdAt: 0, updatedAt: 0 }
  const { id } = control
    .insert(plans)
    .values({ ...NO_LIMITS, ...limits, ...plan, features })
    .returning()
    .get()
  return setCompanyPlan(control, companyId, id, 0)
}
