import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/client'

/** What the house says of itself; `passive` is a restored copy that nobody has woken yet. */
export type House = { version: string; simulator: boolean; passive: boolean }

export const houseQuery = queryOptions({
  queryKey: ['version'],
  queryFn: () => call<House>('GET', '/version'),
  staleTime: Number.POSITIVE_INFINITY,
  // A copy at rest is woken from the command line, and says so only when asked.
  refetchInterval: ({ state }) => (state.data?.passive ? 15_000 : false),
})
