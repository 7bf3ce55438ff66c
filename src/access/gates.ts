/** The gates of routes, for the permissions and plans of this product. */
import { createHttp, type Doors, type Http } from '../platform/http'
import { hasFeature, type PlanFlag } from '../tenancy/contract'
import { can, type Permission } from './permissions'

/** What a chapter's routes begin with: `new Elysia({ prefix: '/tags' }).use(http)`. */
export type AppHttp = Http<Permission, PlanFlag>

type Identifying = Omit<Doors<Permission, PlanFlag>, 'can' | 'hasFeature'>

/** `plan`: the feature that all routes of a chapter need. */
export const createGates = (identifying: Identifying, plan?: PlanFlag): AppHttp =>
  createHttp<Permission, PlanFlag>(
    { ...identifying, can, hasFeature: ({ tenant }, feature) => hasFeature(tenant.features, feature) },
    plan === undefined ? [] : [plan],
  )
