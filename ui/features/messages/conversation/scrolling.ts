import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react'

/** After this many frames new rows are measured and older pages are in place; nothing moves by itself any more. */
const FRAMES_TO_REST = 20

/**
 * Keeps the conversation at one position for a moment, because measured rows and arriving pages would move it. `hold`
 * calls `goThere` in each frame until another position is held or `release` is called on manual scrolling.
 */
export function useHold() {
  const frame = useRef(0)
  const place = useMemo(() => {
    const release = () => cancelAnimationFrame(frame.current)
    const hold = (goThere: () => void) => {
      release()
      let left = FRAMES_TO_REST
      const again = () => {
        goThere()
        left -= 1
        if (left > 0) frame.current = requestAnimationFrame(again)
      }
      again()
    }
    return { hold, release }
  }, [])
  useEffect(() => place.release, [place])
  return place
}

type Options = {
  /** In pixels: the height of the messages, and of the viewport. */
  content: number
  room: number
  count: number
  hasOlder: boolean
  loadOlder(): void
}

const isShort = ({ content, room, hasOlder }: Pick<Options, 'content' | 'room' | 'hasOlder'>): boolean =>
  hasOlder && room > 0 && content <= room

/** Messages that do not fill the viewport cannot be scrolled: older ones are loaded until they do. */
export function useFill({ count, loadOlder, ...sizes }: Options): void {
  const load = useEffectEvent(loadOlder)
  const short = isShort(sizes)
  // Once for each page received, so that a failing request is not repeated endlessly.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have left it short
  useEffect(() => {
    if (short) load()
  }, [short, count])
}

/**
 * Keeps the end of the conversation in view if it was: when the composer grows or a keyboard opens, and when the last
 * rows are measured to be taller than estimated (`tail` is their height).
 */
export function useKeptEnd(box: RefObject<HTMLElement | null>, tail: number, toEnd: () => void): void {
  const onChange = useEffectEvent(toEnd)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the height changes
  useLayoutEffect(() => {
    onChange()
    // Scrolling before the new height is laid out would stop at the old end.
    const frame = requestAnimationFrame(() => onChange())
    return () => cancelAnimationFrame(frame)
  }, [tail])
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(() => onChange())
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
}
