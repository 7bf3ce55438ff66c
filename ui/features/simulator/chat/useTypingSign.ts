import { useEffect, useRef } from 'react'
import { command } from '../api'

const STOPS_AFTER = 3000

/** Tells the other side that this one is typing, and that it stopped. */
export function useTypingSign(from: string, to: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const tell = (on: boolean) => void command({ do: 'typing', from, to, on }).catch(() => undefined)
  const stop = () => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    tell(false)
  }
  const touch = () => {
    if (timer.current === undefined) tell(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(stop, STOPS_AFTER)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return { touch, stop }
}
