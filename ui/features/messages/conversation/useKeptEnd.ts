import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'

/**
 * Keeps the end of the conversation in view if it was: when the composer grows or a keyboard opens, and when the last rows
 * are measured to be taller than estimated (`tail` is their height).
 */
export function useKeptEnd(box: RefObject<HTMLElement | null>, tail: number, toEnd: () => void): void {
  const onChange = useEffectEvent(toEnd)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is what it waits for
  useLayoutEffect(() => {
    onChange()
    // Scrolling before the new height is laid out stops at the old end.
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
