import { queryOptions } from '@tanstack/react-query'
import type { OperatorSettingRoutes } from '../../../../src/features/operator-settings/routes'
import type { NewPlan } from '../../../../src/operator/update/contract'
import type { UpdateRoutes } from '../../../../src/operator/update/routes'
import { client, unwrap } from '../../../shared/client'
import { INSTALLATION } from '../api'
import { isUnderWay } from './rules'

const { installation } = client<UpdateRoutes>()
const { 'operator-settings': settings } = client<OperatorSettingRoutes>()

const SELDOM = 30_000
/** While the server is replaced, no event comes. */
const OFTEN = 1500

export const updateQuery = queryOptions({
  queryKey: [...INSTALLATION, 'update'],
  queryFn: ({ signal }) => unwrap(installation.update.get({ fetch: { signal } })),
  refetchInterval: ({ state }) => (isUnderWay(state.data?.attempt ?? null) ? OFTEN : SELDOM),
  retry: false,
  staleTime: 0,
})

export const lookForUpdate = () => unwrap(installation.update.look.post())
export const planUpdate = (plan: NewPlan) => unwrap(installation.update.plan.put(plan))
export const goOnWithUpdate = () => unwrap(installation.update['go-on'].post())
export const cancelUpdate = () => unwrap(installation.update.plan.delete())
export const changeUpdateAddress = (updateAddress: string) => unwrap(settings.put({ updateAddress }))
