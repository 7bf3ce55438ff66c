import { useEffect, useState } from 'react'

/** What is typed, once nothing more is; emptied at once. */
export function useSettled(typed: string, pause = 500): string {
  const [settled, settle] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => settle(typed), pause)
    return () => clearTimeout(timer)
  }, [typed, pause])
  return typed === '' ? '' : settled
}
