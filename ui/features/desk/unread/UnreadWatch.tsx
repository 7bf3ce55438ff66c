import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ticketDeleted, ticketRead, ticketUpdated } from '../../../../src/tickets/contract'
import { messageCreated } from '../../../../src/tickets/messages/contract'
import { useEvent } from '../../../shared/live/useEvent'
import { throttleTrailing } from '../../../shared/throttle'

/** Fetched at most once in this time. */
const PACE = 1000

/** Keeps the bell up to date on pages other than the desk, which does so itself. */
export function UnreadWatch() {
  const queries = useQueryClient()
  const [{ ask, cancel }] = useState(() =>
    throttleTrailing(() => void queries.invalidateQueries({ queryKey: ['counters'] }), PACE),
  )
  useEvent(messageCreated, ask)
  useEvent(ticketUpdated, ask)
  useEvent(ticketDeleted, ask)
  useEvent(ticketRead, ask)
  useEffect(() => cancel, [cancel])
  return null
}
