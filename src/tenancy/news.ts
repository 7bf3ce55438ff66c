/** Tells open pages that companies or plans have changed, whichever module or process changed them. */
import { operatorsOnly } from '../platform/events'
import type { Hub } from '../platform/hub'
import { getTuples } from '../platform/sql'
import { type ControlDb, remembered } from '../platform/sqlite'
import { findCompany, showCompanyPlan } from './companies'
import { companiesChanged, companyPlanChanged, OPERATOR_COMPANY } from './contract'

export type CompanyNews = ReturnType<typeof createCompanyNews>

declare module '../platform/module' {
  interface Services {
    /** Call `look` after a change that should show at once; otherwise it shows within a second. */
    readonly companyNews: CompanyNews
  }
}

export function createCompanyNews({ control, hub }: { readonly control: ControlDb; readonly hub: Hub }) {
  const markNow = remembered(control.$client, () => ({}), ['companies', 'plans'])
  let mark = markNow(null)
  let plans = readPlans(control)

  const isOperatorThere = () => hub.of(OPERATOR_COMPANY).some(({ actor }) => actor.super)

  return {
    /** Costs microseconds while nothing has changed. */
    look(): void {
      const now = markNow(null)
      if (now === mark) return
      mark = now
      const before = plans
      plans = readPlans(control)
      for (const [companyId, version] of plans) {
        const known = before.get(companyId)
        if (known === undefined || known === version) continue
        const plan = findCompany(control, companyId)?.plan ?? null
        const event = companyPlanChanged({ plan: plan && showCompanyPlan(plan) })
        hub.emitByOperator(event, () => true, companyId, true) // each node of a fleet looks by itself
      }
      if (isOperatorThere()) hub.emitByOperator(companiesChanged({}), operatorsOnly, OPERATOR_COMPANY)
    },
  }
}

/** The plan of each company, with its version. */
function readPlans(control: ControlDb): Map<number, string> {
  const rows = getTuples<[id: number, version: string]>(
    control,
    "SELECT c.id, ifnull(p.id || ' ' || p.updated_at, '') FROM companies c LEFT JOIN plans p ON p.id = c.plan_id",
  )
  return new Map(rows)
}
