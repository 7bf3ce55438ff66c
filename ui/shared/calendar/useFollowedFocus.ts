import { type RefObject, useEffect, useRef } from 'react'

const idOf = (target: EventTarget | null): string | undefined =>
  target instanceof Element
    ? target.closest('[tabindex]')?.querySelector<HTMLElement>('[data-entry]')?.dataset.entry
    : undefined

/**
 * An entry moved by key is drawn anew, hidden at first, and again when the server has answered. The focus follows it until
 * somebody takes it elsewhere. Returns a function that says which entry was moved.
 */
export function useFollowedFocus(grid: RefObject<HTMLElement | null>): (entry: string) => void {
  const followed = useRef<string>(null)
  useEffect(() => {
    const follow = () => {
      if (followed.current === null || document.activeElement !== document.body) return
      grid.current?.querySelector(`[data-entry="${followed.current}"]`)?.closest<HTMLElement>('[tabindex]')?.focus()
    }
    const leave = ({ target }: Event) => {
      if (idOf(target) !== followed.current) followed.current = null
    }
    const drawn = new MutationObserver(follow)
    if (grid.current) drawn.observe(grid.current, { childList: true, subtree: true, attributeFilter: ['style'] })
    for (const taken of ['focusin', 'pointerdown']) document.addEventListener(taken, leave)
    return () => {
      drawn.disconnect()
      for (const taken of ['focusin', 'pointerdown']) document.removeEventListener(taken, leave)
    }
  }, [grid])
  return (entry) => {
    followed.current = entry
  }
}
