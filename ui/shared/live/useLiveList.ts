/** A server list on screen: its first page, more on demand, kept up to date by events. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLive } from './LiveProvider'
import { type LiveListSpec, liveListQuery, loadNextPage } from './live-query'

type Options = { enabled?: boolean; refetchOnMount?: boolean | 'always'; refetchInterval?: number | false }

const nothing: readonly never[] = []

export function useLiveList<T, X>(spec: LiveListSpec<T, X>, options: Options = {}) {
  const client = useQueryClient()
  const { bus } = useLive()
  const query = useQuery({ ...liveListQuery(client, bus, spec), ...options })
  const more = useMutation({
    mutationKey: ['more', ...spec.key],
    scope: { id: JSON.stringify(spec.key) },
    mutationFn: (isFar: boolean) => loadNextPage(client, bus, spec, isFar),
  })
  const load = (isFar: boolean) => {
    if (query.data?.hasMore && !more.isPending) more.mutate(isFar)
  }
  return {
    items: query.data?.items ?? nothing,
    hasMore: query.data?.hasMore ?? false,
    pages: query.data?.pages ?? 0,
    extra: query.data?.extra,
    isLoaded: query.data !== undefined,
    isLoading: query.isPending,
    isLoadingMore: more.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    loadMore: () => load(false),
    /** Requests a longer page, where the spec supports it. */
    loadFar: () => load(true),
  }
}
