import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ticketDeleted, ticketRead, ticketUpdated } from '../../../../src/tickets/contract'
import { messageCreated } from '../../../../src/tickets/messages/contract'
import { useEvent } from '../../../shared/live/useEvent'

/** Fetched at most once in this time. */
const PACE = 1000

/** Keeps the bell up to date on pages other than the desk, which does so itself. */
export function UnreadWatch() {
  const queries = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ask = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void queries.invalidateQueries({ queryKey: ['counters'] })
    }, PACE)
  }
  useEvent(messageCreated, ask)
  useEvent(ticketUpdated, ask)
  useEvent(ticketDeleted, ask)
  useEvent(ticketRead, ask)
  return null
}
