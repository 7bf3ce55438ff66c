import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { ticketDeleted } from '../../../src/tickets/contract'
import { useLive } from '../../shared/live/LiveProvider'
import { useEvent } from '../../shared/live/useEvent'
import { forgetDraftsAtom } from './composer/drafts'
import { refetchChanged } from './live'

/** Keeps conversations and drafts current on every page. Mounted once, by the shell. */
export function useMessageWatch(): void {
  const client = useQueryClient()
  const { bus } = useLive()
  const forgetDrafts = useSetAtom(forgetDraftsAtom)
  useEffect(() => {
    const handlers = refetchChanged(client)
    return bus.listen((event) => {
      for (const handler of handlers) handler(event)
    })
  }, [bus, client])
  // A ticket that is no longer visible may become visible again.
  useEvent(ticketDeleted, ({ ticketId, isGone }) => isGone && forgetDrafts(ticketId))
}
