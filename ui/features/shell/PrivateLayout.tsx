import { QueryClientProvider } from '@tanstack/react-query'
import { useAtomValue } from 'jotai/react'
import { Suspense, useEffect, useState } from 'react'
import { Toaster } from '../../shared/kit/Toaster'
import { lazyPart } from '../../shared/lazyPart'
import { LiveProvider } from '../../shared/live/LiveProvider'
import { createQueryClient } from '../../shared/queryClient'
import { overdueAtom, personAtom } from '../../shared/session/session'
import { SendingProvider } from '../messages/sending/SendingProvider'
import { PartsContext, type ShellParts } from './parts'
import { Shell } from './Shell'

const LimitedShell = lazyPart(() => import('./LimitedShell').then((file) => file.LimitedShell))

/**
 * Wraps every page behind sign-in: query cache, socket, outgoing messages, shell and its parts. Unmounted as soon as
 * the session ends. When the company becomes overdue or has paid, everything begins anew, except what is said.
 */
export function PrivateLayout({ parts }: { parts: ShellParts }) {
  const person = useAtomValue(personAtom)
  const isOverdue = useAtomValue(overdueAtom)
  if (person === null) return null
  return (
    <>
      <OnePerson key={`${person} ${isOverdue}`} person={person} isLimited={isOverdue} parts={parts} />
      <Toaster />
    </>
  )
}

type Props = { person: string; isLimited: boolean; parts: ShellParts }

function OnePerson({ person, isLimited, parts }: Props) {
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
        {isLimited ? (
          <Suspense>
            <LimitedShell />
          </Suspense>
        ) : (
          <SendingProvider person={person}>
            <parts.Around>
              <PartsContext value={parts}>
                <Shell />
              </PartsContext>
            </parts.Around>
          </SendingProvider>
        )}
      </LiveProvider>
    </QueryClientProvider>
  )
}
