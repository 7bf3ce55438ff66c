import { QueryClientProvider } from '@tanstack/react-query'
import { useAtomValue } from 'jotai/react'
import { useEffect, useState } from 'react'
import { LiveProvider } from '../../shared/live/LiveProvider'
import { createQueryClient } from '../../shared/queryClient'
import { overdueAtom, personAtom } from '../../shared/session/session'
import { SendingProvider } from '../messages/sending/SendingProvider'
import { OverduePage } from './OverduePage'
import { PartsContext, type ShellParts } from './parts'
import { Shell } from './Shell'

/**
 * Wraps every page behind sign-in: query cache, socket, outgoing messages, shell and its parts. Unmounted as soon as
 * the session ends.
 */
export function PrivateLayout({ parts }: { parts: ShellParts }) {
  const person = useAtomValue(personAtom)
  const isOverdue = useAtomValue(overdueAtom)
  if (person === null) return null
  return isOverdue ? <OverduePage /> : <OnePerson key={person} person={person} parts={parts} />
}

function OnePerson({ person, parts }: { person: string; parts: ShellParts }) {
  const [queries] = useState(createQueryClient)
  useEffect(
    () => () => {
      // Cancels requests and retries: they would otherwise run in the name of the next user.
      queries.getMutationCache().clear()
      void queries.cancelQueries()
    },
    [queries],
  )
  return (
    <QueryClientProvider client={queries}>
      <LiveProvider>
        <SendingProvider person={person}>
          <parts.Around>
            <PartsContext value={parts}>
              <Shell />
            </PartsContext>
          </parts.Around>
        </SendingProvider>
      </LiveProvider>
    </QueryClientProvider>
  )
}
