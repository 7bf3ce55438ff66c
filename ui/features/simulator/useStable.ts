import { replaceEqualDeep } from '@tanstack/react-query'
import { useState } from 'react'

/** Returns the same object as long as its content is the same, so that dependants are not rendered again. */
export function useStable<T>(value: T): T {
  const [kept, keep] = useState(value)
  const stable = replaceEqualDeep(kept, value)
  if (stable !== kept) keep(stable)
  return stable
}
