import {
  type Menu,
  NO_GROUP,
  overIn,
  type PlanHolder,
  type PlanSummary,
  planCreated,
  planDeleted,
  planUpdated,
} from '../../../src/features/plans/contract'
import {
  companiesChanged,
  GIGABYTE,
  type LimitName,
  limitNames,
  type PlanFlag,
  type PlannedName,
  plannedBy,
  plannedNames,
} from '../../../src/tenancy/contract'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'
import { fits, needleOf, plain } from '../../shared/plain'
import { sortRows } from '../../shared/table/view'
import type { PlansView } from './view'

const byId = (a: PlanSummary, b: PlanSummary) => a.id - b.id

export const plansSpec: CrudSpec<PlanSummary> = {
  key: ['plans'],
  compare: byId,
  // Events do not carry the number of companies.
  merge: (current, incoming) => ({ ...current, ...incoming }),
  events: [
    on(planCreated, ({ plan }) => ({ put: plan })),
    on(planUpdated, ({ plan }) => ({ put: plan })),
    on(planDeleted, ({ planId }) => ({ drop: planId })),
  ],
  refetchOn: [on(companiesChanged, () => true)],
}

/** The rows of a view, in its order. */
export function shownPlans(list: readonly PlanSummary[], view: PlansView): PlanSummary[] {
  const needle = needleOf(view.search ?? '')
  const found = list.filter(({ name }) => fits(needle, name))
  const columns = {
    id: byId,
    name: (a: PlanSummary, b: PlanSummary) => plain(a.name).localeCompare(plain(b.name)) || byId(a, b),
    amount: (a: PlanSummary, b: PlanSummary) => a.amount - b.amount || byId(a, b),
    companies: (a: PlanSummary, b: PlanSummary) => (a.companiesCount ?? 0) - (b.companiesCount ?? 0) || byId(a, b),
  }
  return sortRows(found, view, columns, 'id')
}

type Limits = Readonly<Record<LimitName | 'storage', number | null>>
export type Excess = {
  readonly limit: keyof Limits
  readonly value: number
  readonly companies: readonly { readonly name: string; readonly has: number }[]
}

/** The companies that would exceed a limit, the largest excess first. */
export function excessOf(holders: readonly Pick<PlanHolder, 'name' | 'used'>[], limits: Limits): Excess[] {
  return ([...limitNames, 'storage'] as const).flatMap((limit) => {
    const value = limits[limit]
    if (value === null || Number.isNaN(value)) return []
    const unit = limit === 'storage' ? GIGABYTE : 1
    const companies = holders
      .flatMap(({ name, used }) =>
        used && overIn(used, limits).includes(limit) ? [{ name, has: used[limit] / unit }] : [],
      )
      .sort((a, b) => b.has - a.has)
    return companies.length > 0 ? [{ limit, value, companies }] : []
  })
}

export type Stop = {
  readonly what: PlannedName
  readonly count: number
  readonly companies: readonly { readonly name: string; readonly has: number }[]
}

/** What stops when features go from `before` to `after`, the largest number first. */
export function stopsOf(
  holders: readonly Pick<PlanHolder, 'name' | 'planned'>[],
  before: Readonly<Partial<Record<PlanFlag, boolean>>> | null,
  after: Readonly<Partial<Record<PlanFlag, boolean>>>,
): Stop[] {
  return plannedNames.flatMap((what) => {
    const flag = plannedBy[what]
    if (after[flag] || (before && !before[flag])) return []
    const companies = holders
      .flatMap(({ name, planned }) => (planned && planned[what] > 0 ? [{ name, has: planned[what] }] : []))
      .sort((a, b) => b.has - a.has)
    const count = companies.reduce((sum, { has }) => sum + has, 0)
    return count > 0 ? [{ what, count, companies }] : []
  })
}

export type MenuGroup = { readonly name: string; readonly menus: readonly Menu[] }

/** In the order of the server; entries without a group come last. */
export function groupsOf(menus: readonly Menu[]): MenuGroup[] {
  const groups = Map.groupBy(menus, ({ group }) => group.trim() || NO_GROUP)
  return [...groups]
    .map(([name, menus]) => ({ name, menus }))
    .sort((a, b) => Number(a.name === NO_GROUP) - Number(b.name === NO_GROUP))
}
