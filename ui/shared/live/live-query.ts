/** A list in TanStack Query's cache that events keep up to date, mounted or not. */
import { partialMatchKey, type Query, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import {
  addPage,
  applyChange,
  applyChanges,
  type Change,
  keepTail,
  type ListRules,
  type LoadedList,
  type Page,
} from './apply'
import type { EventHandler, LiveBus, ReceivedEvent } from './bus'

/** The page to fetch: its number and the previous page's cursor; `isFar`: the target is far behind it. */
export type PageRequest = { readonly page: number; readonly after: string | undefined; readonly isFar?: boolean }

export type LiveListSpec<T, X = unknown> = ListRules<T> & {
  readonly key: QueryKey
  readonly fetchPage: (wanted: PageRequest, signal: AbortSignal) => Promise<Page<T, X>>
  /** What each event means for this list, by `on(definition, payload => change)`. */
  readonly handlers: readonly EventHandler<Change<T>>[]
  /**
   * Events after which rows hold something that no event carries (a count): they are refetched, at most once per
   * second.
   */
  readonly refetchOn?: readonly EventHandler<true>[]
  /** Local changes that the server does not know yet: applied to each fetched page. */
  readonly unsent?: () => readonly Change<T>[]
  readonly joinExtra?: (before: X | undefined, after: X) => X
  /** Data an event carries besides the rows, for `joinExtra`. */
  readonly extraHandlers?: readonly EventHandler<X>[]
  /**
   * `kept` for lists that only grow (a conversation): pages loaded far back survive a refresh, unless events were
   * missed.
   */
  readonly tail?: 'kept' | 'dropped'
}

/** At most this many rows are refreshed at once; the rest loads on scrolling. */
const PAGES_AT_ONCE = 5

const changesFor = <T, X>(spec: LiveListSpec<T, X>, events: readonly ReceivedEvent[]): Change<T>[] =>
  events.flatMap((event) => spec.handlers.flatMap((handler) => handler(event) ?? []))

const applyEvents = <T, X>(list: LoadedList<T, X>, events: readonly ReceivedEvent[], spec: LiveListSpec<T, X>) =>
  withExtra(applyChanges(list, changesFor(spec, events), spec), events, spec)

function withExtra<T, X>(
  list: LoadedList<T, X>,
  events: readonly ReceivedEvent[],
  { extraHandlers = [], joinExtra }: LiveListSpec<T, X>,
): LoadedList<T, X> {
  const extras = events
    .flatMap((event) => extraHandlers.map((handler) => handler(event)))
    .filter((one) => one !== undefined)
  if (extras.length === 0 || !joinExtra) return list
  return { ...list, extra: extras.reduce<X | undefined>((before, after) => joinExtra(before, after), list.extra) }
}

type MissedEvents = { readonly client: QueryClient; readonly events: readonly ReceivedEvent[] }

/** Adds what a freshly fetched page does not contain: events that arrived meanwhile, and unsent changes. */
const withMissed = <T, X>(list: LoadedList<T, X>, { client, events }: MissedEvents, spec: LiveListSpec<T, X>) =>
  applyChanges(applyEvents(list, events, spec), [...(spec.unsent?.() ?? []), ...unsentRemovals(client, spec.key)], spec)

type Removal = { readonly prefix: QueryKey; readonly drop: number }
const removals = new WeakMap<QueryClient, Set<Removal>>()

const unsentRemovals = (client: QueryClient, key: QueryKey): readonly Removal[] =>
  [...(removals.get(client) ?? [])].filter(({ prefix }) => partialMatchKey(key, prefix))

/**
 * Removes a row from the lists under `prefix` before the server knows, and keeps it out, whatever pages and events bring,
 * until the returned function is called.
 */
export function removeFromLists(client: QueryClient, prefix: QueryKey, id: number): () => void {
  const removal = { prefix, drop: id }
  const held = removals.get(client) ?? new Set()
  removals.set(client, held.add(removal))
  changeLists(client, prefix, removal)
  return () => {
    held.delete(removal)
  }
}

/** The part of a spec that applies events; stored with the query, so that hidden lists stay up to date too. */
type LiveMeta = {
  readonly live: {
    readonly onEvent: (data: unknown, event: ReceivedEvent) => unknown
    readonly change: (data: unknown, change: Change<unknown>) => unknown
    /** Of rows that a refresh would otherwise keep. */
    readonly outdated: (data: unknown) => unknown
    readonly refetches?: (event: ReceivedEvent) => boolean
  }
}

const hasLive = (meta: unknown): meta is LiveMeta => typeof meta === 'object' && meta !== null && 'live' in meta

/** The bus of each user's cache: constant queries look theirs up when they run. */
const buses = new WeakMap<QueryClient, LiveBus>()

/** Connects the bus's events to the lists of this cache. */
export function attachBus(client: QueryClient, bus: LiveBus): void {
  buses.set(client, bus)
  bus.listen((event) => applyToCache(client, event))
}

function busOf(client: QueryClient): LiveBus {
  const bus = buses.get(client)
  if (!bus) throw new Error('a live list is fetched outside of LiveProvider')
  return bus
}

export const liveListQuery = <T, X>(client: QueryClient, bus: LiveBus, spec: LiveListSpec<T, X>) => ({
  ...liveListOptions(spec),
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchHeld(client, bus, spec, signal),
})

/** The same for a constant list, for `useQuery` anywhere below `LiveProvider`. */
export function liveListOptions<T, X>(spec: LiveListSpec<T, X>) {
  // Only lists of this spec live under its key, and only changes to its rows are sent there.
  const meta: LiveMeta = {
    live: {
      onEvent: (data, event) => applyEvents(data as LoadedList<T, X>, [event], spec),
      change: (data, change) => applyChange(data as LoadedList<T, X>, change as Change<T>, spec),
      outdated: (data) => ({ ...(data as LoadedList<T, X>), isOutdated: true }),
      refetches: (event) => spec.refetchOn?.some((handler) => handler(event)) ?? false,
    },
  }
  return queryOptions<LoadedList<T, X>>({
    queryKey: spec.key,
    staleTime: Number.POSITIVE_INFINITY,
    meta,
    queryFn: ({ client, signal }) => fetchHeld(client, busOf(client), spec, signal),
  })
}

/** Refetches the loaded part (initially one page), and applies what it does not contain. */
async function fetchHeld<T, X>(client: QueryClient, bus: LiveBus, spec: LiveListSpec<T, X>, signal: AbortSignal) {
  const stop = bus.record()
  try {
    const before = client.getQueryData<LoadedList<T, X>>(spec.key)
    const isTailKept = spec.tail === 'kept' && !before?.isOutdated
    const pages = isTailKept ? 1 : Math.min(before?.pages ?? 1, PAGES_AT_ONCE)
    let list: LoadedList<T, X> | undefined
    for (let page = 1; page <= pages && (list?.hasMore ?? true); page++) {
      list = addPage(list, await spec.fetchPage({ page, after: list?.next }, signal), { ...spec, rules: spec })
    }
    const fresh = list ?? nothing
    const stale = client.getQueryData<LoadedList<T, X>>(spec.key)
    const whole = isTailKept ? joinStale(fresh, stale, spec) : fresh
    return withMissed(whole, { client, events: stop() }, spec)
  } finally {
    stop()
  }
}

const nothing = {
  items: [],
  hasMore: false,
  pages: 1,
  next: undefined,
  end: undefined,
  gone: new Map(),
  extra: undefined,
}

function joinStale<T, X>(fresh: LoadedList<T, X>, stale: LoadedList<T, X> | undefined, spec: LiveListSpec<T, X>) {
  const joined = keepTail(fresh, stale, spec)
  const extra =
    stale?.extra !== undefined && fresh.extra !== undefined ? spec.joinExtra?.(stale.extra, fresh.extra) : undefined
  return { ...joined, extra: extra ?? fresh.extra }
}

/** Loads the next page. */
export async function loadNextPage<T, X>(
  client: QueryClient,
  bus: LiveBus,
  spec: LiveListSpec<T, X>,
  isFar = false,
): Promise<void> {
  const held = () => client.getQueryData<LoadedList<T, X>>(spec.key)
  const before = held()
  if (!before?.hasMore) return
  const stop = bus.record()
  try {
    const wanted = { page: before.pages + 1, after: before.next, isFar }
    const page = await spec.fetchPage(wanted, new AbortController().signal)
    const now = held()
    // A refresh came in between and started over.
    if (!now || now.pages !== before.pages || now.next !== before.next) return
    const grown = addPage(now, page, { ...spec, rules: spec })
    client.setQueryData(spec.key, withMissed(grown, { client, events: stop() }, spec))
  } finally {
    stop()
  }
}

export type LiveRowSpec<T> = {
  readonly key: QueryKey
  readonly fetch: (signal: AbortSignal) => Promise<T | null>
  readonly id: (row: T) => number
  readonly merge: (current: T, incoming: T) => T
  readonly handlers: readonly EventHandler<Change<T>>[]
}

/** A single row, kept up to date by the events of its lists. Null once it is no longer visible to the user. */
export const liveRowQuery = <T>(bus: LiveBus, spec: LiveRowSpec<T>) => liveRowOptions(spec, () => bus)

/** The same as a constant. */
export function liveRowOptions<T>(spec: LiveRowSpec<T>, busFor: (client: QueryClient) => LiveBus = busOf) {
  const changes = (event: ReceivedEvent) => spec.handlers.flatMap((handler) => handler(event) ?? [])
  const apply = (row: T | null, change: Change<T>): T | null => {
    if (row === null) return row
    if ('drop' in change) return change.drop === spec.id(row) ? null : row
    if ('each' in change) return change.each(row)
    if ('resort' in change) return change.resort(row)
    if ('patch' in change) return change.patch === spec.id(row) ? change.with(row) : row
    return spec.id(change.put) === spec.id(row) ? spec.merge(row, change.put) : row
  }
  const meta: LiveMeta = {
    live: {
      onEvent: (data, event) => changes(event).reduce(apply, data as T | null),
      change: (data, change) => apply(data as T | null, change as Change<T>),
      outdated: (data) => data,
    },
  }
  return queryOptions<T | null>({
    queryKey: spec.key,
    staleTime: Number.POSITIVE_INFINITY,
    meta,
    queryFn: async ({ client, signal }) => {
      const stop = busFor(client).record()
      try {
        const row = await spec.fetch(signal)
        return stop().flatMap(changes).reduce(apply, row)
      } finally {
        stop()
      }
    },
  })
}

/** Applies an event to every list that listens, mounted or not. */
export function applyToCache(client: QueryClient, event: ReceivedEvent): void {
  for (const query of client.getQueryCache().getAll()) {
    if (query.state.data === undefined || !hasLive(query.meta)) continue
    const { live } = query.meta
    const removed = unsentRemovals(client, query.queryKey)
    changeData(client, query, (data) => removed.reduce(live.change, live.onEvent(data, event)))
    if (live.refetches?.(event)) refetchSoon(client, query)
  }
}

const PACE = 1_000
const awaited = new WeakSet<Query>()

/** Debounced: a burst of events must not cause one request each. Not cleared: without an observer nothing is fetched. */
function refetchSoon(client: QueryClient, query: Query): void {
  if (awaited.has(query)) return
  awaited.add(query)
  setTimeout(() => {
    awaited.delete(query)
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }, PACE)
}

/** Applies a change to every list under `prefix`, and to responses in flight, which may be older. It must be idempotent. */
export function changeLists<T>(client: QueryClient, prefix: QueryKey, wanted: Change<T>): void {
  for (const query of client.getQueryCache().findAll({ queryKey: prefix })) {
    const { meta } = query
    if (hasLive(meta)) changeFetched(client, query, (data) => meta.live.change(data, wanted as Change<unknown>))
  }
}

/**
 * Applies an event to a query that is fetched whole, and to a response in flight, which may be older than the event.
 * `news` must be idempotent.
 */
export function applyNews<T>(client: QueryClient, queryKey: QueryKey, news: (data: T) => T): void {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  if (query) changeFetched(client, query, (data) => news(data as T)) // the type of the data under this key
}

/** Now, and when the response in flight has come. */
function changeFetched(client: QueryClient, query: Query, next: (data: unknown) => unknown): void {
  const apply = () => changeData(client, query, next)
  apply()
  if (query.state.fetchStatus === 'fetching') query.promise?.then(apply, () => undefined)
}

/** A stale list would treat any data set on it as fresh, and never be refetched. */
function changeData(client: QueryClient, query: Query, next: (data: unknown) => unknown): void {
  const { data, isInvalidated } = query.state
  const changed = data === undefined ? data : next(data)
  if (changed === data) return
  client.setQueryData(query.queryKey, changed)
  if (isInvalidated) query.invalidate()
}

/** Refetches mounted queries that failed, also those that have received an event since. */
export const retryFailed = (client: QueryClient): Promise<void> =>
  client.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.status === 'error' || (state.isInvalidated && state.fetchStatus === 'idle'),
  })

/** Refetches these live lists as far as each was loaded: no event describes what changed in them. */
export function refreshLists(client: QueryClient, areMeant: (query: Query) => boolean = () => true): Promise<void> {
  const predicate = (query: Query) => hasLive(query.meta) && areMeant(query)
  markOutdated(client, predicate)
  return client.invalidateQueries({ predicate })
}

/** Refetches everything: the server could not replay what we missed. */
export function refreshAll(client: QueryClient): Promise<void> {
  markOutdated(client, () => true)
  return client.invalidateQueries()
}

function markOutdated(client: QueryClient, predicate: (query: Query) => boolean): void {
  for (const query of client.getQueryCache().findAll({ predicate })) {
    const { data } = query.state
    if (data !== undefined && hasLive(query.meta)) client.setQueryData(query.queryKey, query.meta.live.outdated(data))
  }
}
