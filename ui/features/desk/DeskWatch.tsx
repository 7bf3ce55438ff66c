import { useQueryClient } from '@tanstack/react-query'
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect, useState } from 'react'
import { queueDeleted } from '../../../src/queues/contract'
import { ticketDeleted, ticketRead, ticketUpdated } from '../../../src/tickets/contract'
import { messageCreated } from '../../../src/tickets/messages/contract'
import { useLive, useLiveState } from '../../shared/live/LiveProvider'
import { useEvent } from '../../shared/live/useEvent'
import { throttleTrailing } from '../../shared/throttle'
import { ticketPartsAtom } from '../../shared/ticketParts'
import { useUnreadInTitle } from '../../shared/usePageTitle'
import { dropFromFilterAtom, queueFilterAtom } from './listState'
import { useCountersOf } from './moves/useCounters'
import { givenCountAtom } from './notify/given'
import { useNotices } from './notify/useNotices'
import { useChatWith } from './palette/useChatWith'

/** The desk's work on every page: sound and count of new messages, and refetching of lists. Renders nothing. */
export function DeskWatch({ onDesk }: { onDesk: boolean }) {
  const client = useQueryClient()
  const state = useLiveState()
  useNotices()
  useUnreadInTitle((useCountersOf(false)?.unread ?? 0) + useAtomValue(givenCountAtom))
  useQueueWatch()
  useExtrasWatch()
  useChatWith()
  useEffect(() => {
    // Events between counting and joining were missed.
    if (state === 'live') void client.invalidateQueries({ queryKey: ['counters'] })
  }, [state, client])
  return onDesk ? null : <UnreadWatch />
}

/**
 * The tickets of a deleted queue become visible to everybody and move to other lists: no event reports each of them.
 */
function useQueueWatch(): void {
  const client = useQueryClient()
  const [filter, setFilter] = useAtom(queueFilterAtom)
  useEvent(queueDeleted, ({ queueId }) => {
    if (filter?.includes(queueId)) setFilter(filter.filter((id) => id !== queueId))
    void client.invalidateQueries({ queryKey: ['tickets'] })
    void client.invalidateQueries({ queryKey: ['counters'] })
  })
}

/** Deleted values could not be removed from the filter by hand. */
function useExtrasWatch(): void {
  const { bus } = useLive()
  const parts = useAtomValue(ticketPartsAtom)
  const drop = useSetAtom(dropFromFilterAtom)
  useEffect(
    () =>
      bus.listen((event) => {
        for (const { name, filter } of parts) {
          const gone = filter?.gone?.(event)
          if (gone !== undefined) drop(name, gone)
        }
      }),
    [bus, parts, drop],
  )
}

/** Refetched at most once in this time. */
const PACE = 1000

/** Keeps the bell up to date on other pages; the desk does so itself. */
function UnreadWatch() {
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
