/** Route gates for this product's permissions and plan features. */
import { type AppHttp, createHttp, type Doors } from '../platform/http'
import { hasFeature, type PlanFlag } from '../tenancy/contract'
import { can, type Permission } from './permissions'

declare module '../platform/http' {
  interface Gatekeeping {
    permission: Permission
    feature: PlanFlag
  }
}

type Identifying = Omit<Doors<Permission, PlanFlag>, 'can' | 'hasFeature'>

/** `plan` is the feature that all routes of a module require. */
export const createGates = (identifying: Identifying, plan?: PlanFlag): AppHttp =>
  createHttp<Permission, PlanFlag>(
    { ...identifying, can, hasFeature: ({ tenant }, feature) => hasFeature(tenant.features, feature) },
    plan === undefined ? [] : [plan],
  )
