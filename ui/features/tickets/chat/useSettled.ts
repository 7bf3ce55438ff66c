import { createContext, startTransition, useEffect, useState } from 'react'

/** Whether the conversation has been on the screen: what nobody can use before they see it is drawn after. */
export const Settled = createContext(false)

export function useSettled(): boolean {
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
  return isSettled
}
