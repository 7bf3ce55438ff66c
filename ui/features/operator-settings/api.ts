/** Requests of the operator's settings. */
import { queryOptions } from '@tanstack/react-query'
import type { OperatorSettingRoutes } from '../../../src/features/operator-settings/routes'
import type { PlanRoutes } from '../../../src/features/plans/routes'
import type { ChangeOperatorSettings, TrialName } from '../../../src/settings/operator/contract'
import { client, unwrap } from '../../shared/client'

const { 'operator-settings': routes } = client<OperatorSettingRoutes>()

export const operatorSettingsQuery = queryOptions({
  queryKey: ['operator-settings'],
  queryFn: ({ signal }) => unwrap(routes.get({ fetch: { signal } })),
})

export const changeOperatorSettings = (changes: ChangeOperatorSettings) => unwrap(routes.put(changes))
export const tryOut = (name: TrialName) => unwrap(routes.trials({ name }).post())

const { plans } = client<PlanRoutes>()
/** Plans whose features a custom plan may have. */
export const plansQuery = queryOptions({
  queryKey: ['operator-settings', 'plans'],
  queryFn: async ({ signal }) => {
    const found = await unwrap(plans.get({ query: {}, fetch: { signal } }))
    return found.plans.filter(({ companyId }) => companyId === null)
  },
})
