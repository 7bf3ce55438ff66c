import { queryOptions } from '@tanstack/react-query'
import type { DistributionRoutes } from '../../../src/features/distribution/routes'
import { client, unwrap } from '../../shared/client'

const { distribution } = client<DistributionRoutes>()

/** Who takes part in the distribution of a queue, and its latest; below one key, so that all are asked for again. */
export const distributionKey = ['distribution'] as const
export const distributionQuery = (id: number) =>
  queryOptions({
    queryKey: [...distributionKey, id],
    queryFn: ({ signal }) => unwrap(distribution({ id }).get({ fetch: { signal } })),
    // Nobody listens while the tab is closed.
    staleTime: 0,
  })
