import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLiveState } from '../../shared/live/LiveProvider'
import { retryFailed } from '../../shared/live/live-query'
import { useMessageWatch } from '../messages/useMessageWatch'

/** What runs on every page besides the desk's: conversations in the cache, and failed queries after a reconnect. Draws nothing. */
export function Watch() {
  const client = useQueryClient()
  const state = useLiveState()
  useMessageWatch()
  useEffect(() => {
    if (state === 'live') void retryFailed(client)
  }, [state, client])
  return null
}
