import { useState } from 'react'

/** A class that makes a row flash when `value` changes after the first render. */
export function useFlash(value: unknown): string | undefined {
  const [seen, setSeen] = useState({ value, times: 0 })
  if (seen.value !== value) setSeen({ value, times: seen.times + 1 })
  if (seen.times === 0) return undefined
  // Two names for one animation: only a changed name restarts it.
  return seen.times % 2 === 1 ? 'flash' : 'flash flash-again'
}
