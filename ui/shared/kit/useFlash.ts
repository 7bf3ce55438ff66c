import { useState } from 'react'

/** The class that makes a row flash once whenever `value` changes under the reader's eyes; nothing at first. */
export function useFlash(value: unknown): string | undefined {
  const [seen, setSeen] = useState({ value, times: 0 })
  if (seen.value !== value) setSeen({ value, times: seen.times + 1 })
  if (seen.times === 0) return undefined
  // Two names for one animation: only a change of name starts it again.
  return seen.times % 2 === 1 ? 'flash' : 'flash flash-again'
}
