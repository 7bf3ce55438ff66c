import { createContext, startTransition, useCallback, useEffect, useState } from 'react'

/** Whether the conversation has been on the screen: what nobody can use before they see it is drawn after. */
export const Settled = createContext(false)

/**
 * Becomes true by itself, as a transition, after the first frame. Who scrolls meanwhile would put a transition off with
 * each step and see holes: `settle` makes it true at once.
 */
export function useSettled(): [isSettled: boolean, settle: () => void] {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // The frame after this one is drawn when the timeout comes.
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
