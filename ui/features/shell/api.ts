import { queryOptions } from '@tanstack/react-query'
import type { Installation } from '../../../src/operator/contract'
import { call } from '../../shared/client'

/** What the server says about the installation. */
export const houseQuery = queryOptions({
  queryKey: ['version'],
  queryFn: () => call<Installation>('GET', '/version'),
  staleTime: Number.POSITIVE_INFINITY,
  // A passive installation is activated from the command line, which emits no event: it is polled.
  refetchInterval: ({ state }) => (state.data?.passive || state.data?.storageFull ? 15_000 : false),
})
