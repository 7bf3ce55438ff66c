import { useState } from 'react'

/** The selected rows of a table, without those that are gone. */
export function useSelection(shown: readonly number[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [anchor, setAnchor] = useState<number | null>(null)
  const ids = shown.filter((id) => chosen.has(id))
  return {
    ids,
    has: (id: number) => chosen.has(id),
    all: ids.length > 0 && ids.length === shown.length,
    toggle(id: number, isRange: boolean) {
      setChosen(isRange ? withRange(shown, ids, anchor, id) : toggledIn(ids, id))
      setAnchor(id)
    },
    toggleAll: () => setChosen(new Set(ids.length === shown.length ? [] : shown)),
    clear: () => setChosen(new Set()),
  }
}
export type Selection = ReturnType<typeof useSelection>

const toggledIn = (ids: readonly number[], id: number) =>
  new Set(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])

/** With Shift: everything from the last selected row to this one. Pure. */
export function withRange(
  shown: readonly number[],
  ids: readonly number[],
  from: number | null,
  to: number,
): ReadonlySet<number> {
  const [start, end] = [from === null ? -1 : shown.indexOf(from), shown.indexOf(to)]
  if (start < 0 || end < 0) return toggledIn(ids, to)
  return new Set([...ids, ...shown.slice(Math.min(start, end), Math.max(start, end) + 1)])
}
