/** Where a held branch would come down: between which rows, and how deep. */
import { levelsAt, type Outline } from './outline'

/** `to`: before that row of those that are not held. */
export type Drop = { readonly to: number; readonly level: number }

type Held = {
  readonly branch: Outline
  readonly rest: Outline
  readonly hidden: ReadonlySet<number>
  /** Where the pointer is on the screen. */
  readonly y: number
  readonly level: number
}

export function dropAt(list: HTMLElement, { branch, rest, hidden, y, level }: Held): Drop | null {
  const ids = new Map(rest.map(({ id }, at) => [String(id), at]))
  let to = 0
  for (const element of list.querySelectorAll<HTMLElement>('[data-row]')) {
    const at = ids.get(element.dataset.row ?? '')
    const { top, height } = element.getBoundingClientRect()
    if (at !== undefined && y > top + height / 2) to = at + 1
  }
  // Behind a folded row comes what follows all that is hidden in it.
  while (rest[to] && hidden.has(rest[to]?.id ?? 0)) to++
  const levels = levelsAt(rest, to, branch)
  return levels && { to, level: Math.max(levels.least, Math.min(levels.most, level)) }
}
