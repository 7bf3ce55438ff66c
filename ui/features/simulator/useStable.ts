import { replaceEqualDeep } from '@tanstack/react-query'
import { useState } from 'react'

/** The same object for as long as it says the same, so that what depends on it is not drawn again. */
export function useStable<T>(value: T): T {
  const [kept, keep] = useState(value)
  const stable = replaceEqualDeep(kept, value)
  if (stable !== kept) keep(stable)
  return stable
}
