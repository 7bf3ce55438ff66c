import { useSyncExternalStore } from 'react'

/** One clock per interval for the whole page, ticking only while it has subscribers. */
const clocks = new Map<number, { subscribe(listener: () => void): () => void; now(): number }>()

function clockOf(pace: number) {
  const known = clocks.get(pace)
  if (known) return known
  const listeners = new Set<() => void>()
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    now = Date.now()
    for (const listener of listeners) listener()
  }
  const clock = {
    now: () => now,
    subscribe: (listener: () => void) => {
      if (listeners.size === 0) {
        now = Date.now()
        timer = setInterval(tick, pace)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) clearInterval(timer)
      }
    },
  }
  clocks.set(pace, clock)
  return clock
}

/** The current time, refreshed every `pace` milliseconds. */
export function useNow(pace: number): number {
  const clock = clockOf(pace)
  return useSyncExternalStore(clock.subscribe, clock.now)
}
