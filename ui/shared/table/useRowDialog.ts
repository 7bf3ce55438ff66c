import { useState } from 'react'

type Row = { readonly id: number }

/** Which dialog of a list is open, at most one. The dialog of a deleted row closes. */
export function useRowDialog<T extends Row, What extends string>(
  rows: readonly T[] | undefined,
  /** What is open initially. */
  first: What | null = null,
) {
  const [opened, setOpened] = useState<{ what: What; id: number | null } | null>(first && { what: first, id: null })
  const row = opened?.id == null ? undefined : rows?.find(({ id }) => id === opened.id)
  const isOpen = opened !== null && (opened.id === null || row !== undefined)
  return {
    what: isOpen ? opened.what : null,
    row,
    open: (what: What, of?: Row) => setOpened({ what, id: of?.id ?? null }),
    close: () => setOpened(null),
  }
}
