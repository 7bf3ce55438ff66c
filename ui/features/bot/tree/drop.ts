/** Where a dragged branch would land: between which rows, and at which level. */
import { levelsAt, type Outline } from './outline'

/** `to`: before that row, not counting dragged ones. */
export type Drop = { readonly to: number; readonly level: number }

type DraggedNode = {
  readonly branch: Outline
  readonly rest: Outline
  readonly hidden: ReadonlySet<number>
  /** Pointer position on the screen. */
  readonly y: number
  readonly level: number
}

export function dropAt(list: HTMLElement, { branch, rest, hidden, y, level }: DraggedNode): Drop | null {
  const ids = new Map(rest.map(({ id }, at) => [String(id), at]))
  let to = 0
  for (const element of list.querySelectorAll<HTMLElement>('[data-row]')) {
    const at = ids.get(element.dataset.row ?? '')
    const { top, height } = element.getBoundingClientRect()
    if (at !== undefined && y > top + height / 2) to = at + 1
  }
  // After a folded row comes the row after its hidden ones.
  while (rest[to] && hidden.has(rest[to]?.id ?? 0)) to++
  const levels = levelsAt(rest, to, branch)
  return levels && { to, level: Math.max(levels.least, Math.min(levels.most, level)) }
}
