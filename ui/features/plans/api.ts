import { queryOptions } from '@tanstack/react-query'
import type { OperatorSettingRoutes } from '../../../src/features/operator-settings/routes'
import type { CreatePlan, PlanSummary, UpdatePlan } from '../../../src/features/plans/contract'
import type { PlanRoutes } from '../../../src/features/plans/routes'
import { client, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { plansSpec } from './spec'

const { plans: routes, menus: menuRoutes } = client<PlanRoutes>()
const { 'operator-settings': settings } = client<OperatorSettingRoutes>()

export const plans = liveCrud<PlanSummary, CreatePlan, UpdatePlan>({
  ...plansSpec,
  routes: {
    list: ({ signal }) => listAll(signal),
    create: (body) => unwrap(routes.post(body)),
    update: (id, body) => unwrap(routes({ id }).put(body)),
    remove: (id) => unwrap(routes({ id }).delete()),
  },
})

/** Most operators have a single page. */
async function listAll(signal: AbortSignal): Promise<PlanSummary[]> {
  const all: PlanSummary[] = []
  for (let page = 1; ; page++) {
    const { plans, hasMore } = await unwrap(routes.get({ query: { pageNumber: String(page) }, fetch: { signal } }))
    all.push(...plans)
    if (!hasMore) return all
  }
}

/** Companies that have more than their plan allows. */
export const overQuery = queryOptions({
  queryKey: ['plans', 'over'],
  queryFn: ({ signal }) => unwrap(routes.excess.get({ fetch: { signal } })),
  staleTime: 0,
})

/** Includes its companies and their usage; loaded each time the dialog opens. */
export const planQuery = (id: number) =>
  queryOptions({
    queryKey: ['plans', 'detail', id],
    queryFn: ({ signal }) => unwrap(routes({ id }).get({ fetch: { signal } })),
    gcTime: 0,
  })

export const countHolders = async (id: number) => (await unwrap(routes({ id }).get())).companies.length

export const menusQuery = queryOptions({
  queryKey: ['menus'],
  queryFn: ({ signal }) => unwrap(menuRoutes.get({ fetch: { signal } })),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Whether the operator has an app at Meta, without which no company connects a page. */
export const metaAppQuery = queryOptions({
  queryKey: ['plans', 'meta-app'],
  queryFn: async ({ signal }) => {
    const { records } = await unwrap(settings.get({ fetch: { signal } }))
    return (['metaAppId', 'metaAppSecret'] as const).every((name) =>
      records.some(({ key, value }) => key === name && value !== ''),
    )
  },
  staleTime: 0,
})
