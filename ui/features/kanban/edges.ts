/** Where the pointer is on the board, as far as one can see it. */

/** Distance to an edge at which the board scrolls, and the maximum of pixels per frame. */
const EDGE = 64
const FASTEST = 14

export function laneAt(box: HTMLElement, x: number): number | undefined {
  const seen = edgesOf(box)
  if (x < seen.left || x >= seen.right) return undefined
  for (const lane of box.querySelectorAll<HTMLElement>('[data-lane]')) {
    const { left, right } = lane.getBoundingClientRect()
    if (x >= left && x < right) return Number(lane.dataset.lane)
  }
  return undefined
}

/** Pixels per frame by which the board scrolls; beside it, none. */
export function speedAt(box: HTMLElement, x: number): number {
  const { left, right } = edgesOf(box)
  const [before, after] = [x - left, right - x]
  if (before < 0 || after < 0) return 0
  if (before < EDGE) return -FASTEST * (1 - before / EDGE)
  return after < EDGE ? FASTEST * (1 - after / EDGE) : 0
}

/** Without what the conversation covers on narrow windows. */
function edgesOf(box: HTMLElement): { left: number; right: number } {
  const { left, right } = box.getBoundingClientRect()
  const pane = box.parentElement?.querySelector(':scope > .kanban-side')?.getBoundingClientRect()
  return { left, right: Math.min(right, pane?.left ?? right) }
}
