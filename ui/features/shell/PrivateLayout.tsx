import { QueryClientProvider } from '@tanstack/react-query'
import { useAtomValue } from 'jotai/react'
import { useEffect, useState } from 'react'
import { LiveProvider } from '../../shared/live/LiveProvider'
import { makeQueryClient } from '../../shared/queryClient'
import { personAtom } from '../../shared/session/session'
import { LateMovesProvider } from '../tickets/late/LateMovesProvider'
import { SendingProvider } from '../tickets/sending/SendingProvider'
import { Shell } from './Shell'

/** What every page behind sign-in stands in: its cache, its socket, what is on its way, the shell. Gone the moment the session is. */
export function PrivateLayout() {
  const person = useAtomValue(personAtom)
  return person === null ? null : <OnePerson key={person} person={person} />
}

function OnePerson({ person }: { person: string }) {
  const [queries] = useState(makeQueryClient)
  useEffect(
    () => () => {
      // What waits behind a slow answer, or to be asked again, would be asked in the name of who comes next.
      queries.getMutationCache().clear()
      void queries.cancelQueries()
    },
    [queries],
  )
  return (
    <QueryClientProvider client={queries}>
      <LiveProvider>
        <SendingProvider person={person}>
          <LateMovesProvider>
            <Shell />
          </LateMovesProvider>
        </SendingProvider>
      </LiveProvider>
    </QueryClientProvider>
  )
}
