import { useQueryClient } from '@tanstack/react-query'
import { useAtom } from 'jotai/react'
import { useEffect, useState } from 'react'
import { tagDeleted } from '../../../src/features/tags/contract'
import { queueDeleted } from '../../../src/queues/contract'
import { ticketDeleted, ticketRead, ticketUpdated } from '../../../src/tickets/contract'
import { messageCreated } from '../../../src/tickets/messages/contract'
import { useLiveState } from '../../shared/live/LiveProvider'
import { useEvent } from '../../shared/live/useEvent'
import { throttleTrailing } from '../../shared/throttle'
import { useUnreadInTitle } from '../../shared/usePageTitle'
import { queueFilterAtom, tagFilterAtom } from './list/state'
import { useCountersOf } from './list/useCounters'
import { useNotices } from './notify/useNotices'
import { useChatWith } from './palette/useChatWith'

/** What the desk does on every page: sound and count of new messages, and lists that are fetched again. Draws nothing. */
export function DeskWatch({ onDesk }: { onDesk: boolean }) {
  const client = useQueryClient()
  const state = useLiveState()
  useNotices()
  useUnreadInTitle(useCountersOf(false)?.unread ?? 0)
  useQueueWatch()
  useTagWatch()
  useChatWith()
  useEffect(() => {
    // What happened between counting and joining was told to nobody here.
    if (state === 'live') void client.invalidateQueries({ queryKey: ['counters'] })
  }, [state, client])
  return onDesk ? null : <UnreadWatch />
}

/** The tickets of a deleted queue are now visible to everybody, and in other lists than before: no event tells of each. */
function useQueueWatch(): void {
  const client = useQueryClient()
  const [filter, setFilter] = useAtom(queueFilterAtom)
  useEvent(queueDeleted, ({ queueId }) => {
    if (filter?.includes(queueId)) setFilter(filter.filter((id) => id !== queueId))
    void client.invalidateQueries({ queryKey: ['tickets'] })
    void client.invalidateQueries({ queryKey: ['counters'] })
  })
}

/** Nobody could take a tag that is gone out of the filter. */
function useTagWatch(): void {
  const [filter, setFilter] = useAtom(tagFilterAtom)
  useEvent(tagDeleted, ({ tagId }) => {
    if (filter?.includes(tagId)) setFilter(filter.filter((id) => id !== tagId))
  })
}

/** Fetched at most once in this time. */
const PACE = 1000

/** Keeps the bell up to date on pages other than the desk, which does so itself. */
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
