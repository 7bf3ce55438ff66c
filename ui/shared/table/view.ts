/** The state of a table as its address stores it: search, filters and sorting. Pure. */
import * as v from 'valibot'
import { SearchWords } from '../searchWords'

/** Invalid values are dropped, so that a mistyped address shows everything. */
export const lenient = <S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), undefined)
type Lenient<S extends v.GenericSchema> = ReturnType<typeof lenient<S>>

/**
 * The search schema of a list screen. The first of `sorts` is the default order. `filters` are schemas of the choices:
 * a picklist, `Ids`, `Day`. Pass it to the route as `validateSearch` and to `useView`.
 */
export function viewSchema<
  const S extends readonly [string, ...string[]],
  F extends Record<string, v.GenericSchema> = Record<never, v.GenericSchema>,
>(sorts: S, filters?: F) {
  // The compiler loses which schema belongs to which name.
  const chosen = Object.fromEntries(Object.entries(filters ?? {}).map(([name, schema]) => [name, lenient(schema)])) as {
    [K in keyof F]: Lenient<F[K]>
  }
  return v.object({
    search: SearchWords,
    new: v.fallback(v.optional(v.literal(true)), undefined),
    ...chosen,
    sort: v.fallback(v.optional(v.picklist(sorts)), undefined),
    desc: v.fallback(v.optional(v.literal(true)), undefined),
  })
}

/** The output common to all such schemas. */
export type AnyView = {
  readonly search?: string | undefined
  /** The form of a new row is open. */
  readonly new?: true | undefined
  readonly sort?: string | undefined
  readonly desc?: true | undefined
}
export type ViewSchema<V extends AnyView = AnyView> = v.GenericSchema<unknown, V> & {
  readonly entries: { readonly sort: { readonly wrapped: { readonly options: readonly string[] } } }
}

export const usualSort = (schema: ViewSchema): string => schema.entries.sort.wrapped.options[0] ?? ''

/** Ids selected in a filter. */
export const Ids = v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1))), v.minLength(1))
/** A calendar day: 2026-11-19. */
export const Day = v.pipe(v.string(), v.isoDate())
/** What a calendar shows at once. */
export const Span = v.picklist(['month', 'week', 'day'])
export type Span = v.InferOutput<typeof Span>

/** What filters nothing out: the order, the tab, the open form or pane, and the page's length. */
const noFilters: ReadonlySet<string> = new Set(['sort', 'desc', 'new', 'tab', 'size', 'pane'])

/** Whether the view filters anything out. */
export const isNarrowed = (view: AnyView): boolean =>
  Object.entries(view).some(
    ([name, value]) => !noFilters.has(name) && name !== 'page' && value !== undefined && value !== '',
  )

/** The change that removes all filters, and starts over at the first page. */
export const withoutFilters = <V extends AnyView>(view: V): Partial<V> =>
  // Each name is one of the view's.
  Object.fromEntries(
    Object.keys(view)
      .filter((name) => !noFilters.has(name))
      .map((name) => [name, undefined]),
  ) as Partial<V>

/** Rows sorted by a view; `by` compares two rows for each column, ascending. */
export function sortRows<T, S extends string>(
  rows: readonly T[],
  { sort, desc }: { readonly sort?: NoInfer<S> | undefined; readonly desc?: true | undefined },
  by: Readonly<Record<S, (a: T, b: T) => number>>,
  usual: NoInfer<S>,
): T[] {
  const compare = by[sort ?? usual]
  return rows.toSorted(desc ? (a, b) => compare(b, a) : compare)
}
