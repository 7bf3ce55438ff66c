import { useEffect, useState } from 'react'

/** The value after typing has paused; an empty value applies immediately. */
export function useSettled(typed: string, pause = 500): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pause)
    return () => clearTimeout(timer)
  }, [typed, pause])
  return typed === '' ? '' : settled
}
