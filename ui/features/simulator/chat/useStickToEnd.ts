import { useLayoutEffect, useRef } from 'react'

/** Keeps the newest message in view, unless the reader has scrolled up. */
export function useStickToEnd(newest: string | undefined, typing: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is a new child to watch
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    let top = element.scrollTop
    const watch = () => {
      const near = element.scrollHeight - element.scrollTop - element.clientHeight < 40
      // Growing content moves the end without scrolling, so only scrolling up counts as leaving the end.
      if (near || element.scrollTop < top) atEnd.current = near
      top = element.scrollTop
    }
    // Pictures grow after rendering.
    const grown = new ResizeObserver(() => {
      if (atEnd.current) element.scrollTop = element.scrollHeight
    })
    grown.observe(element)
    for (const child of element.children) grown.observe(child)
    element.addEventListener('scroll', watch, { passive: true })
    return () => {
      grown.disconnect()
      element.removeEventListener('scroll', watch)
    }
  }, [newest])
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks again when these change
  useLayoutEffect(() => {
    if (box.current && atEnd.current) box.current.scrollTop = box.current.scrollHeight
  }, [newest, typing])
  return box
}
