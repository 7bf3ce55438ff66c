import { useIsMutating } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Closing the page would lose what has not reached the server: the browser asks first. */
export function useUnsentGuard(): void {
  const isSending = useIsMutating({ mutationKey: ['send'] }) > 0
  useEffect(() => {
    if (!isSending) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isSending])
}
