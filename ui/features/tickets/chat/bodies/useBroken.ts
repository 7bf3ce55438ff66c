import { useState } from 'react'
import { useLiveState } from '../../../../shared/live/LiveProvider'

/** Whether what is behind an address did not open. Another address, another try, or a line that is back begins anew. */
export function useBroken(url: string) {
  const [brokenUrl, setBroken] = useState<string | null>(null)
  const isLive = useLiveState() === 'live'
  const [wasLive, setWasLive] = useState(isLive)
  if (isLive !== wasLive) {
    setWasLive(isLive)
    if (isLive) setBroken(null)
  }
  return { isBroken: brokenUrl === url, onError: () => setBroken(url), retry: () => setBroken(null) }
}
