import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'

/**
 * Who reads the end keeps reading it: when a composer that grows or a keyboard that opens takes room from below, and
 * when the last rows turn out taller than they were thought (`tail` is their height).
 */
export function useKeptEnd(box: RefObject<HTMLElement | null>, tail: number, toEnd: () => void): void {
  const onChange = useEffectEvent(toEnd)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is what it waits for
  useLayoutEffect(() => {
    onChange()
    // What was scrolled before the new height was laid out stopped at the old end.
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
