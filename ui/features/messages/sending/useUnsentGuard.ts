import { useEffect } from 'react'

/** What has not reached the server waits until this person is back here, or is lost: the browser asks before it closes the page. */
export function useUnsentGuard(isUnsent: boolean): void {
  useEffect(() => {
    if (!isUnsent) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsent])
}
