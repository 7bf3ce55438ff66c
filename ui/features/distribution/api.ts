import { queryOptions } from '@tanstack/react-query'
import type { DistributionRoutes } from '../../../src/features/distribution/routes'
import { client, unwrap } from '../../shared/client'

const { distribution } = client<DistributionRoutes>()

/** Members and latest assignments of a queue's distribution; under one key, so that all are refetched. */
export const distributionKey = ['distribution'] as const
export const distributionQuery = (id: number) =>
  queryOptions({
    queryKey: [...distributionKey, id],
    queryFn: ({ signal }) => unwrap(distribution({ id }).get({ fetch: { signal } })),
    // No events are applied while the tab is closed.
    staleTime: 0,
  })
