import { queryOptions } from '@tanstack/react-query'
import type { Installation } from '../../../src/operator/contract'
import { call } from '../../shared/client'

/** What the house says of itself. */
export const houseQuery = queryOptions({
  queryKey: ['version'],
  queryFn: () => call<Installation>('GET', '/version'),
  staleTime: Number.POSITIVE_INFINITY,
  // A copy at rest is woken from the command line, and says so only when asked.
  refetchInterval: ({ state }) => (state.data?.passive || state.data?.storageFull ? 15_000 : false),
})
