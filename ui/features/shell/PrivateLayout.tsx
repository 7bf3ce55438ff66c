import { QueryClientProvider } from '@tanstack/react-query'
import { useAtomValue } from 'jotai/react'
import { useState } from 'react'
import { LiveProvider } from '../../shared/live/LiveProvider'
import { makeQueryClient } from '../../shared/queryClient'
import { userAtom } from '../../shared/session/session'
import { Shell } from './Shell'

/** What every page behind sign-in stands in: its cache, its socket, the shell. Gone the moment the session is. */
export function PrivateLayout() {
  const [queries] = useState(makeQueryClient)
  const user = useAtomValue(userAtom)
  if (!user) return null
  return (
    <QueryClientProvider client={queries}>
      <LiveProvider>
        <Shell />
      </LiveProvider>
    </QueryClientProvider>
  )
}
