/** The gates of routes, for the permissions and plans of this product. */
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

/** `plan`: the feature that all routes of a module need. */
export const createGates = (identifying: Identifying, plan?: PlanFlag): AppHttp =>
  createHttp<Permission, PlanFlag>(
    { ...identifying, can, hasFeature: ({ tenant }, feature) => hasFeature(tenant.features, feature) },
    plan === undefined ? [] : [plan],
  )
