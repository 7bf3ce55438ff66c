import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as v from 'valibot'
import { type AnyView, isNarrowed, usualSort, type ViewSchema, withoutFilters } from './view'

/** A view and its setters. The back button undoes filters, but not single letters of a search. */
export type View<V extends AnyView = AnyView> = {
  readonly now: V
  readonly sort: string
  readonly desc: boolean
  readonly isNarrowed: boolean
  change(next: { readonly [K in keyof V]?: V[K] | undefined }): void
  sortBy(column: string): void
  clear(): void
}

/** Search, filters and sorting from the page's address, by the schema with which its route validates it. */
export function useView<V extends AnyView>(schema: ViewSchema<V>): View<V> {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const now = useMemo(() => v.parse(schema, search), [schema, search])
  const usual = usualSort(schema)
  const change = (next: { readonly [K in keyof V]?: V[K] | undefined }) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...next }), replace: 'search' in next })
  return {
    now,
    sort: now.sort ?? usual,
    desc: now.desc ?? false,
    isNarrowed: isNarrowed(now),
    change,
    // `nextSorting` returns only names of the schema.
    sortBy: (column) => change(nextSorting(now, column, usual) as { [K in keyof V]?: V[K] }),
    clear: () => change(withoutFilters(now)),
  }
}

/** The sort order in the address: the default is omitted, and choosing the same column again reverses it. */
function nextSorting<S extends string>(
  now: { readonly sort?: S | undefined; readonly desc?: true | undefined },
  chosen: S,
  usual: S,
): { sort: S | undefined; desc: true | undefined } {
  const isSame = chosen === (now.sort ?? usual)
  return { sort: chosen === usual ? undefined : chosen, desc: isSame && !now.desc ? true : undefined }
}
