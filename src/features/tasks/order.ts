/** Positions in a sorted list. Gaps between them allow a move to change a single row. Pure. */

export const GAP = 1 << 20

type TaskPosition = { readonly id: number; readonly position: number }

/** The position above all of these. */
export const aboveAll = (sorted: readonly TaskPosition[]): number => (sorted[0]?.position ?? 0) - GAP

/**
 * The position right after `afterId` (null: on top) among the other rows, in their order. Undefined when there is no
 * gap left: then all rows need new positions.
 */
export function positionAfter(others: readonly TaskPosition[], afterId: number | null): number | undefined {
  if (afterId === null) return aboveAll(others)
  const at = others.findIndex(({ id }) => id === afterId)
  const [before, next] = [others[at], others[at + 1]]
  if (!before) return undefined
  if (!next) return before.position + GAP
  const middle = Math.floor((before.position + next.position) / 2)
  return middle > before.position ? middle : undefined
}
