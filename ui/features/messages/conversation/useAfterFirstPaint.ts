import { createContext, startTransition, useCallback, useEffect, useState } from 'react'

/** Whether the conversation has been painted once: parts that nobody can use earlier are drawn after that. */
export const AfterFirstPaint = createContext(false)

/**
 * Becomes true by itself, as a transition, after the first frame. Who scrolls meanwhile would put a transition off with
 * each step and see holes: `settle` makes it true at once.
 */
export function useAfterFirstPaint(): [isSettled: boolean, settle: () => void] {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // When the timeout fires, the next frame has been painted.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setSettled(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return [isSettled, useCallback(() => setSettled(true), [])]
}
