import { getRouteApi } from '@tanstack/react-router'
import { nextSorting } from '../../shared/sorting'
import type { QueuesSearch, Sort } from './search'

const route = getRouteApi('/private/queues')

type Change = { [K in keyof QueuesSearch]?: QueuesSearch[K] | undefined }

/** Filters and sorting are in the address, so they can be shared and undone by the back button. */
export function useQueuesView() {
  const view = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: Change) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: 'search' in next })
  const sortBy = (sort: Sort) => change(nextSorting(view, sort, 'order'))
  return { view, change, sortBy }
}
