import { useEffect } from 'react'

/** What has not reached the server would wait until this person is back here: the browser asks before it closes the page. */
export function useUnsentGuard(unsent: number): void {
  const isUnsent = unsent > 0
  useEffect(() => {
    if (!isUnsent) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsent])
}
