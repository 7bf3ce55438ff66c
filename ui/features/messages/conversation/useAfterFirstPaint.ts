import { createContext, startTransition, useCallback, useEffect, useState } from 'react'

/** Whether the conversation has been painted once: parts that nobody can use earlier are rendered after that. */
export const AfterFirstPaint = createContext(false)

/**
 * Becomes true as a transition after the first frame. Scrolling would restart the transition at each step and show
 * gaps: `settle` makes it true immediately.
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
