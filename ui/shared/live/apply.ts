/** Applies events to the loaded part of a server list. Pure: a stale list plus its events equals a fresh list. */

/** The loaded part of a list: its first rows without a gap, in order, and whether the server has more. */
export type LoadedList<T, X = unknown> = {
  readonly items: readonly T[]
  readonly hasMore: boolean
  /** How many pages were fetched. */
  readonly pages: number
  /** The server's cursor after the last page: the next one continues there, whatever moved or arrived meanwhile. */
  readonly next: string | undefined
  /** The last row as it was when its page arrived: anything that sorts after it is on a page we have not fetched. */
  readonly end: T | undefined
  /** Removed rows, as last seen: an older version that arrives late (an undone move, a slow response) does not bring them back. */
  readonly gone: ReadonlyMap<number, T>
  /** Data that pages carry besides rows (the boundaries of a conversation). */
  readonly extra: X | undefined
  /** Its rows changed in a way that no event describes: none of them may be kept. */
  readonly isOutdated?: true
}

export type Page<T, X = unknown> = {
  readonly items: readonly T[]
  readonly hasMore: boolean
  readonly next?: string | undefined
  readonly extra?: X
}

/** What an event means for one list. */
export type Change<T> =
  | { readonly put: T }
  | { readonly drop: number }
  | { readonly patch: number; readonly with: (row: T) => T }
  /**
   * A change to data embedded in many rows (a contact's name). No row moves; one that no longer belongs is removed;
   * unaffected rows are returned unchanged.
   */
  | { readonly each: (row: T) => T }
  /** The same for a list that is loaded whole and whose order may change with it. */
  | { readonly resort: (row: T) => T }

export type ListRules<T> = {
  readonly id: (row: T) => number
  readonly belongs: (row: T) => boolean
  readonly compare: (a: T, b: T) => number
  /** Which of two versions to keep, or a merge of both; returning the same object means nothing changed. */
  readonly merge: (current: T, incoming: T) => T
  /** Only the server knows what matches (a text search): known rows are updated, none are added. */
  readonly onlyServerAdds?: boolean
}

export function applyChange<T, X>(list: LoadedList<T, X>, change: Change<T>, rules: ListRules<T>): LoadedList<T, X> {
  if ('drop' in change) return without(list, change.drop, rules)
  if ('put' in change) return put(list, change.put, rules)
  if ('each' in change) return each(list, change.each, rules)
  if ('resort' in change) return resort(list, change.resort, rules)
  const current = list.items.find((row) => rules.id(row) === change.patch)
  if (!current) return list
  const next = change.with(current)
  return next === current ? list : place(list, next, rules)
}

export const applyChanges = <T, X>(list: LoadedList<T, X>, changes: readonly Change<T>[], rules: ListRules<T>) =>
  changes.reduce((before, change) => applyChange(before, change, rules), list)

/** Adds a page fetched after `list`; rows in both keep the newer version. */
export function addPage<T, X>(
  list: LoadedList<T, X> | undefined,
  page: Page<T, X>,
  { rules, joinExtra }: { rules: ListRules<T>; joinExtra?: (before: X | undefined, after: X) => X },
): LoadedList<T, X> {
  const rows = new Map((list?.items ?? []).map((row) => [rules.id(row), row]))
  for (const row of page.items) {
    const known = rows.get(rules.id(row))
    rows.set(rules.id(row), known ? rules.merge(known, row) : row)
  }
  const extra = page.extra === undefined ? list?.extra : (joinExtra?.(list?.extra, page.extra) ?? page.extra)
  return {
    items: [...rows.values()].filter(rules.belongs).sort(rules.compare),
    hasMore: page.hasMore,
    pages: (list?.pages ?? 0) + 1,
    next: page.next,
    end: page.items.at(-1) ?? list?.end,
    gone: list?.gone ?? new Map(),
    extra,
  }
}

/** Keeps older loaded rows after a refreshed beginning, if the two still overlap. For lists that only grow. */
export function keepTail<T, X>(
  fresh: LoadedList<T, X>,
  stale: LoadedList<T, X> | undefined,
  rules: ListRules<T>,
): LoadedList<T, X> {
  const last = fresh.items.at(-1)
  if (!stale || last === undefined || !fresh.hasMore) return fresh
  const at = stale.items.findIndex((row) => rules.id(row) === rules.id(last))
  if (at < 0 || at === stale.items.length - 1) return fresh
  return {
    ...fresh,
    items: [...fresh.items, ...stale.items.slice(at + 1)],
    hasMore: stale.hasMore,
    pages: stale.pages,
    next: stale.next,
    end: stale.end,
  }
}

function put<T, X>(list: LoadedList<T, X>, incoming: T, rules: ListRules<T>): LoadedList<T, X> {
  const id = rules.id(incoming)
  const current = list.items.find((row) => rules.id(row) === id) ?? list.gone.get(id)
  if (!current) return rules.onlyServerAdds ? list : place(list, incoming, rules)
  const next = rules.merge(current, incoming)
  return next === current ? list : place(list, next, rules)
}

function without<T, X>(list: LoadedList<T, X>, id: number, rules: ListRules<T>): LoadedList<T, X> {
  const items = list.items.filter((row) => rules.id(row) !== id)
  return items.length === list.items.length ? list : { ...list, items }
}

function each<T, X>(list: LoadedList<T, X>, change: (row: T) => T, rules: ListRules<T>): LoadedList<T, X> {
  const items = list.items.map(change)
  if (items.every((row, index) => row === list.items[index])) return list
  return { ...list, items: items.filter((row, index) => row === list.items[index] || rules.belongs(row)) }
}

function resort<T, X>(list: LoadedList<T, X>, change: (row: T) => T, rules: ListRules<T>): LoadedList<T, X> {
  const changed = each(list, change, rules)
  return changed === list ? list : { ...changed, items: changed.items.toSorted(rules.compare) }
}

/** Inserts a row in order; one that sorts after everything fetched is left for its page. */
function place<T, X>(list: LoadedList<T, X>, row: T, rules: ListRules<T>): LoadedList<T, X> {
  const id = rules.id(row)
  const rest = list.items.filter((other) => rules.id(other) !== id)
  const wasThere = rest.length !== list.items.length
  if (!rules.belongs(row))
    return wasThere || list.gone.has(id) ? { ...list, items: rest, gone: remember(list.gone, id, row) } : list
  if (isBeyond(list, row, rules)) return wasThere ? { ...list, items: rest } : list
  const at = rest.findIndex((other) => rules.compare(row, other) < 0)
  const gone = list.gone.has(id) ? new Map([...list.gone].filter(([other]) => other !== id)) : list.gone
  return { ...list, items: rest.toSpliced(at < 0 ? rest.length : at, 0, row), gone }
}

/** Late events are seconds late, so a few removed rows suffice. */
const MOST_GONE = 50

function remember<T>(gone: ReadonlyMap<number, T>, id: number, row: T): ReadonlyMap<number, T> {
  const others = [...gone].filter(([other]) => other !== id)
  return new Map([...others.slice(-(MOST_GONE - 1)), [id, row]])
}

const isBeyond = <T>({ hasMore, end }: LoadedList<T>, row: T, rules: ListRules<T>): boolean =>
  hasMore && end !== undefined && rules.compare(row, end) > 0
