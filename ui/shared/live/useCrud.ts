/** A crud list on screen, and its changes. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoadedList } from './apply'
import type { liveCrud } from './liveCrud'
import { useLiveList } from './useLiveList'

type Row = { readonly id: number }
type LiveCrud<T extends Row, New, Changed, V> = ReturnType<typeof liveCrud<T, New, Changed, V>>

/** What a table shows: its rows, their loading state, and how to load more. */
export type Rows<T> = {
  /** Undefined until the first response. */
  readonly all: readonly T[] | undefined
  /** Rows added by an event, not with a page: they flash once. */
  readonly arrived: ReadonlySet<number>
  readonly error: Error | null
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  loadMore(): void
  retry(): void
}

/** The live rows of a list; `view` is what the server filters by. Refreshed on mount. */
export function useRows<T extends Row, New, Changed, V = void>(
  crud: LiveCrud<T, New, Changed, V>,
  ...[view]: V extends void ? [] : [view: NoInfer<V>]
): Rows<T> {
  const list = useLiveList(crud.spec(view as V /* undefined only if V is void */), { refetchOnMount: 'always' })
  const all = list.isLoaded ? list.items : undefined
  return {
    all,
    arrived: useArrivals(all, list.pages, JSON.stringify(view)),
    error: list.error,
    hasMore: list.hasMore,
    isLoadingMore: list.isLoadingMore,
    loadMore: list.loadMore,
    retry: list.retry,
  }
}

/** `create`, `update` and `remove` of a list, as promises; changes show immediately on every screen. */
export function useCrud<T extends Row, New, Changed, V>(crud: LiveCrud<T, New, Changed, V>) {
  const client = useQueryClient()
  return {
    create: (body: New) => crud.create(client, body),
    update: (id: number, body: Changed, guess?: Partial<T>) => crud.update(client, id, body, guess),
    remove: (id: number) => crud.remove(client, id),
  }
}

const none: ReadonlySet<number> = new Set()

function useArrivals<T extends Row>(rows: LoadedList<T>['items'] | undefined, pages: number, view: string) {
  const [seen, setSeen] = useState({ rows, pages, view, arrived: none })
  if (seen.rows !== rows || seen.pages !== pages || seen.view !== view) {
    const isSameList = seen.rows && rows && seen.pages === pages && seen.view === view
    const known = new Set(seen.rows?.map(({ id }) => id))
    const fresh = isSameList ? rows.map(({ id }) => id).filter((id) => !known.has(id)) : []
    setSeen({ rows, pages, view, arrived: fresh.length > 0 ? new Set([...seen.arrived, ...fresh]) : seen.arrived })
  }
  return seen.arrived
}
