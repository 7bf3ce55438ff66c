import { useEffect, useRef } from 'react'
import { command } from '../api'

const STOPS_AFTER = 3000

/** Reports to the other side when this person starts and stops typing. */
export function useTypingSign(from: string, to: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    sendTyping({ from, to, on: false })
  }
  const touch = () => {
    if (timer.current === undefined) sendTyping({ from, to, on: true })
    clearTimeout(timer.current)
    timer.current = setTimeout(stop, STOPS_AFTER)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return { touch, stop }
}

/** While a voice note is recorded. */
export function useSpeakingSign(from: string, to: string) {
  useEffect(() => {
    sendTyping({ from, to, on: true, audio: true })
    return () => sendTyping({ from, to, on: false })
  }, [from, to])
}

/** Failures are ignored: nothing depends on it. */
function sendTyping(sign: { from: string; to: string; on: boolean; audio?: boolean }) {
  void command({ do: 'typing', ...sign }).catch(() => undefined)
}

const SEEMS_MS = 8000

/** Only the typing indicator, to see how the desk shows it. */
export function showTyping(sign: { from: string; to: string; audio: boolean }) {
  sendTyping({ ...sign, on: true })
  setTimeout(() => sendTyping({ ...sign, on: false }), SEEMS_MS)
}
