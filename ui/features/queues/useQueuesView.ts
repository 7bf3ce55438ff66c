import { getRouteApi } from '@tanstack/react-router'
import type { QueuesSearch, Sort } from './search'

const route = getRouteApi('/private/queues')

type Change = { [K in keyof QueuesSearch]?: QueuesSearch[K] | undefined }

/** Filters and sorting are in the address, so they can be shared and undone by the back button. */
export function useQueuesView() {
  const view = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: Change) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: 'search' in next })
  const sortBy = (sort: Sort) => {
    const now = view.sort ?? 'order'
    change({ sort: sort === 'order' ? undefined : sort, desc: sort === now && !view.desc ? true : undefined })
  }
  return { view, change, sortBy }
}
