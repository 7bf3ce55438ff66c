import type { Moment } from '../../../src/features/moments/contract'
import type { MomentRoutes } from '../../../src/features/moments/routes'
import { client, unwrap } from '../../shared/client'
import type { LiveListSpec } from '../../shared/live/live-query'
import { type Beside, momentsSpec } from './spec'

const { usersMoments } = client<MomentRoutes>()

export const liveMoments: LiveListSpec<Moment, Beside> = {
  ...momentsSpec,
  fetchPage: async (_, signal) => {
    const { tickets: items, total, users } = await unwrap(usersMoments.get({ fetch: { signal } }))
    return { items, hasMore: false, extra: { total, users } }
  },
}
