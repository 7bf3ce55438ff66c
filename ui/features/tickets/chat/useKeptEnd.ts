import { type RefObject, useEffect, useEffectEvent } from 'react'

/** A composer that grows or a keyboard that opens takes room from below: who reads the end keeps reading it. */
export function useKeptEnd(box: RefObject<HTMLElement | null>, toEnd: () => void): void {
  const onResize = useEffectEvent(toEnd)
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(() => onResize())
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
}
