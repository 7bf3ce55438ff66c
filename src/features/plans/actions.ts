/** Plans are in control.db; the operator's company keeps the audit entries. */
import { eq } from 'drizzle-orm'
import { changesBetween, type Doer, recordAct } from '../../audit/record'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { inControl } from '../../platform/operator-storage'
import type { WritableControl } from '../../platform/sqlite'
import { endFreePlan, findPlanOrFail } from '../../tenancy/companies'
import { type PlanFlag, planFlags } from '../../tenancy/contract'
import { type Plan, plans } from '../../tenancy/tables'
import {
  type CreatePlan,
  completeMenus,
  defaultMenus,
  MOST_PLANS,
  menuOfFlag,
  planDefaults,
  type UpdatePlan,
} from './contract'
import { planErrors } from './errors'
import { countHolders, countPlans, showPlan } from './queries'

/** `cx` is the operator's company, whose audit log records the action; a null `doer` is the command line. */
type Where = { readonly cx: Cx; readonly control: WritableControl; readonly doer: Doer }

export function createPlan({ cx, control, doer }: Where, input: CreatePlan): Plan {
  const made = inControl(control, () => {
    if (countPlans(control) >= MOST_PLANS) fail(planErrors.ERR_PLANS_LIMIT, { most: MOST_PLANS })
    return insertPlan(control, cx.now(), input)
  })
  record({ cx, control, doer }, 'create', made, undefined)
  return made
}

export function insertPlan(control: WritableControl, now: number, input: CreatePlan): Plan {
  const { name, users, connections, queues, amount } = input
  const { isPublic = planDefaults.isPublic, storage = null } = input
  const values = { name, users, connections, queues, storage, amount: centsOf(amount), isPublic }
  const start = { usesMenus: planDefaults.newStructureMenu, menus: defaultMenus, features: defaultFeatures }
  return control
    .insert(plans)
    .values({ ...values, ...contentOf(start, input), createdAt: now, updatedAt: now })
    .returning()
    .get()
}

export function changePlan({ cx, control, doer }: Where, id: number, input: UpdatePlan): Plan {
  const { before, after } = inControl(control, () => {
    const before = findPlanOrFail(control, id)
    const { name = before.name, isPublic = before.isPublic, amount } = input
    const { users = before.users, connections = before.connections, queues = before.queues } = input
    const { storage = before.storage } = input
    const after = control
      .update(plans)
      .set({
        name,
        isPublic,
        users,
        connections,
        queues,
        storage,
        ...contentOf(before, input),
        amount: amount === undefined ? before.amount : centsOf(amount),
        // Rises even if the clock stands still: open pages recognise a change by it.
        updatedAt: Math.max(cx.now(), before.updatedAt + 1),
      })
      .where(eq(plans.id, id))
      .returning()
      .get()
    if (before.amount === 0 && after && after.amount > 0) endFreePlan(control, id, cx.now())
    return { before, after: after ?? fail('ERR_NO_PLAN_FOUND') }
  })
  record({ cx, control, doer }, 'update', after, before)
  return after
}

export function deletePlan({ cx, control, doer }: Where, id: number): void {
  const gone = inControl(control, () => {
    const found = findPlanOrFail(control, id)
    const count = countHolders(control, id)
    if (count > 0) fail(planErrors.ERR_PLAN_IN_USE, { count })
    control.delete(plans).where(eq(plans.id, id)).run()
    return found
  })
  record({ cx, control, doer }, 'delete', gone, undefined)
}

const centsOf = (reais: number): number => Math.round(reais * 100)

const defaultFeatures: readonly PlanFlag[] = planFlags.filter((flag) => planDefaults[flag])

type Content = Pick<Plan, 'usesMenus' | 'menus' | 'features'>

/** The features follow from the menus where the plan has menus. */
function contentOf(before: Content, input: UpdatePlan): Content {
  const usesMenus = input.newStructureMenu ?? before.usesMenus
  const menus = input.menus ? completeMenus(input.menus) : before.menus
  const has = (flag: PlanFlag): boolean => {
    const said = input[flag] ?? before.features.includes(flag)
    const menu = (menuOfFlag as Partial<Record<PlanFlag, number>>)[flag] // some flags have no menu
    return usesMenus && menu !== undefined ? menus.includes(menu) : said
  }
  return { usesMenus, menus, features: planFlags.filter(has) }
}

function record({ cx, doer }: Where, act: 'create' | 'update' | 'delete', plan: Plan, before: Plan | undefined) {
  const changes = act === 'delete' ? [] : changesBetween<object>(before ? audited(before) : {}, audited(plan))
  cx.transaction((cx) => recordAct(cx, doer, { kind: 'plan', act, subject: plan, changes }))
}

function audited(plan: Plan) {
  const { id: _, companyId: __, createdAt: ___, updatedAt: ____, ...fields } = showPlan(plan)
  return fields
}
