/** Scrolls a list fast, and checks that no row is ever missing. */
import type { Page } from 'playwright'

type Options = {
  /** The scroll container, its content, and one row. */
  readonly box: string
  readonly content: string
  readonly row: string
  /** Pixels per frame; negative scrolls up. */
  readonly step: number
  /** Total distance in pixels. */
  readonly far: number
}
export type Scrolled = {
  /** Pixels actually scrolled, and in how many frames. */
  readonly moved: number
  readonly frames: number
  /**
   * The largest gap in pixels: after the container has scrolled and before the page has reacted, as on touch; and after
   * rendering.
   */
  readonly ahead: number
  readonly drawn: number
}

/**
 * The same distance in each frame, however long a frame lasts on this machine; at the end of the loaded rows it waits
 * for more.
 */
export const scrollThrough = (page: Page, options: Options): Promise<Scrolled> =>
  page.evaluate(async ({ box: boxOf, content: contentOf, row: rowOf, step, far }) => {
    const box = document.querySelector<HTMLElement>(boxOf)
    const content = box?.querySelector<HTMLElement>(contentOf)
    if (!box || !content) throw new Error(`no ${boxOf} with ${contentOf}`)
    /** Padding above the first row and below the last. */
    const EDGE = 20
    /** Less than the smallest row: two rows moving to their positions. */
    const ROW = 24
    const emptyPixels = (): number => {
      const [sight, all] = [box.getBoundingClientRect(), content.getBoundingClientRect()]
      const rows = [...box.querySelectorAll(rowOf)].map((row) => row.getBoundingClientRect())
      rows.sort((a, b) => a.top - b.top)
      let reached = Math.max(sight.top, all.top + EDGE)
      const floor = Math.min(sight.bottom, all.bottom - EDGE)
      let largest = 0
      for (const { top, bottom } of rows) {
        largest = Math.max(largest, Math.min(top, floor) - reached)
        reached = Math.max(reached, bottom)
      }
      const hole = Math.max(largest, floor - reached)
      return hole < ROW ? 0 : Math.round(hole)
    }
    const seen = { moved: 0, frames: 0, ahead: 0, drawn: 0 }
    const heard = (event: Event) => {
      if (event.target === box) seen.ahead = Math.max(seen.ahead, emptyPixels())
    }
    // Before the page's own listeners, which render what is missing.
    document.addEventListener('scroll', heard, { capture: true })
    const frame = () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => {
          const drawn = new MessageChannel()
          drawn.port1.onmessage = () => resolve()
          drawn.port2.postMessage(0)
        }),
      )
    const started = performance.now()
    while (seen.moved < far && performance.now() - started < 30_000) {
      const before = box.scrollTop
      box.scrollTop = before + step
      seen.moved += Math.abs(box.scrollTop - before)
      await frame()
      seen.frames++
      seen.drawn = Math.max(seen.drawn, emptyPixels())
    }
    document.removeEventListener('scroll', heard, { capture: true })
    return seen
  }, options)
