/** A list of entities that users manage (queues, tags …): its requests, live rows and optimistic changes. No React. */
import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Change, LoadedList, Page } from './apply'
import type { EventHandler } from './bus'
import { changeLists, type LiveListSpec, liveListOptions, liveRowOptions, type PageRequest } from './live-query'

type Row = { readonly id: number }

/**
 * The pure half, importable by tests: what events mean for the rows, and their order. It fetches nothing. `V` is the
 * view that the server filters by; void for a list that is loaded whole.
 */
export type CrudSpec<T extends Row, V = void> = {
  /** Lists are cached under `[...key, 'list', view]`, single rows under `[...key, 'one', id]`. */
  readonly key: QueryKey
  /** The server's own order. */
  readonly compare: (a: T, b: T, view: V) => number
  readonly events: readonly EventHandler<Change<T>>[]
  /** Changes that a saved row implies for other rows; by default the row is put in its place. */
  readonly put?: (row: T) => readonly Change<T>[]
  /** Which of two versions to keep, or a merge of both; by default the later one. */
  readonly merge?: (current: T, incoming: T) => T
  /** Whether a row is in a view; by default all are. */
  readonly belongs?: (row: T, view: V) => boolean
  /** Views in which only the server knows what matches (a search): rows are updated there, none are added. */
  readonly onlyServerAdds?: (view: V) => boolean
  /** Events after which the list is refetched, for data that they do not carry. */
  readonly refetchOn?: readonly EventHandler<true>[]
}

/** A whole small list, or one page of a large one. */
export type ListAnswer<T> = readonly T[] | Page<T>

export type CrudRoutes<T extends Row, New, Changed, V = void> = {
  readonly list: (wanted: PageRequest & { readonly view: V; readonly signal: AbortSignal }) => Promise<ListAnswer<T>>
  readonly one?: (id: number, signal: AbortSignal) => Promise<T>
  readonly create?: (body: New) => Promise<T>
  readonly update?: (id: number, body: Changed) => Promise<T>
  readonly remove?: (id: number) => Promise<unknown>
}

export type Crud<T extends Row, New = never, Changed = never, V = void> = CrudSpec<T, V> & {
  readonly routes: CrudRoutes<T, New, Changed, V>
}

const pageOf = <T>(listed: ListAnswer<T>): Page<T> => ('items' in listed ? listed : { items: listed, hasMore: false })
const later = <T>(_: T, incoming: T): T => incoming

/** The rules of one view, for the live list and for tests. */
export const rulesOf = <T extends Row, V>({ compare, belongs, merge, onlyServerAdds }: CrudSpec<T, V>, view: V) => ({
  id: ({ id }: T) => id,
  belongs: (row: T) => belongs?.(row, view) ?? true,
  compare: (a: T, b: T) => compare(a, b, view),
  merge: merge ?? later<T>,
  onlyServerAdds: onlyServerAdds?.(view) ?? false,
})

export function liveCrud<T extends Row, New = never, Changed = never, V = void>(crud: Crud<T, New, Changed, V>) {
  const { key, events, refetchOn = [], routes, put = (row: T) => [{ put: row }] } = crud
  const spec = (view: V): LiveListSpec<T> => ({
    ...rulesOf(crud, view),
    key: [...key, 'list', ...(view === undefined ? [] : [view])],
    handlers: events,
    refetchOn,
    fetchPage: async (wanted, signal) => pageOf(await routes.list({ ...wanted, view, signal })),
  })
  const change = (client: QueryClient, changes: readonly Change<T>[]) => {
    for (const one of changes) changeLists(client, key, one)
  }
  const held = (client: QueryClient, id: number): T | undefined =>
    client
      .getQueriesData<LoadedList<T>>({ queryKey: [...key, 'list'] })
      .flatMap(([, list]) => list?.items ?? [])
      .find((row) => row.id === id)

  return {
    key,
    spec,
    /** The rows, for `useQuery` on any screen. */
    list: (view: V) => queryOptions({ ...liveListOptions(spec(view)), select: rowsOf<T> }),
    /** One row, null once it is gone. */
    one: (id: number) =>
      liveRowOptions<T>({
        id: ({ id }) => id,
        merge: crud.merge ?? later<T>,
        key: [...key, 'one', id],
        handlers: events,
        fetch: (signal) => demand(routes.one, 'one')(id, signal),
      }),
    async create(client: QueryClient, body: New): Promise<T> {
      const row = await demand(routes.create, 'create')(body)
      change(client, put(row))
      return row
    },
    /** `guess` is applied optimistically, and reverted if the server refuses. */
    async update(client: QueryClient, id: number, body: Changed, guess?: Partial<T>): Promise<T> {
      const before = guess && held(client, id)
      if (before) change(client, [{ patch: id, with: (row) => ({ ...row, ...guess }) }])
      try {
        const row = await demand(routes.update, 'update')(id, body)
        change(client, put(row))
        return row
      } catch (failure) {
        if (before) change(client, [{ patch: id, with: (row) => ({ ...row, ...takenBack(row, before, guess) }) }])
        throw failure
      }
    },
    async remove(client: QueryClient, id: number): Promise<void> {
      await demand(routes.remove, 'remove')(id)
      change(client, [{ drop: id }])
    },
  }
}

const rowsOf = <T>(list: LoadedList<T>): readonly T[] => list.items

/** Reverts only what is still as guessed: somebody else may have changed it meanwhile. */
function takenBack<T extends object>(now: T, before: T, guess: Partial<T>): Partial<T> {
  const back: Partial<T> = {}
  for (const name in guess) if (now[name] === guess[name]) back[name] = before[name]
  return back
}

function demand<F>(route: F | undefined, name: string): F {
  if (!route) throw new Error(`this list has no route to ${name}`)
  return route
}
