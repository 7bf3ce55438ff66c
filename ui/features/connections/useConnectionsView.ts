import { getRouteApi } from '@tanstack/react-router'
import { nextSorting } from '../../shared/sorting'
import type { ConnectionsSearch, Sort } from './search'

const route = getRouteApi('/private/connections')

type Change = { [K in keyof ConnectionsSearch]?: ConnectionsSearch[K] | undefined }

/** Filters and sorting are in the address, so they can be shared and undone by the back button. */
export function useConnectionsView() {
  const view = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: Change) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: 'search' in next })
  const sortBy = (sort: Sort) => change(nextSorting(view, sort, 'name'))
  const clear = () => change({ search: undefined, channel: undefined, state: undefined })
  const isFiltered = Boolean(view.search || view.channel || view.state)
  return { view, change, sortBy, clear, isFiltered }
}
