/** Requests of the operator's settings. */
import { queryOptions } from '@tanstack/react-query'
import type { OperatorSettingRoutes } from '../../../src/features/operator-settings/routes'
import type { ChangeOperatorSettings, TrialName } from '../../../src/settings/operator/contract'
import { client, unwrap } from '../../shared/client'

const { 'operator-settings': routes } = client<OperatorSettingRoutes>()

export const operatorSettingsQuery = queryOptions({
  queryKey: ['operator-settings'],
  queryFn: ({ signal }) => unwrap(routes.get({ fetch: { signal } })),
})

export const changeOperatorSettings = (changes: ChangeOperatorSettings) => unwrap(routes.put(changes))
export const tryOut = (name: TrialName) => unwrap(routes.trials({ name }).post())
