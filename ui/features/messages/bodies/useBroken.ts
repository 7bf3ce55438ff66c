import { useState } from 'react'
import { useLiveState } from '../../../shared/live/LiveProvider'

/** Whether the file at an address could not be opened. Reset by another address, another attempt, or a reconnection. */
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
