import { useQueryClient } from '@tanstack/react-query'
import { useAtom } from 'jotai/react'
import { type QueueDetail, queueDeleted, queueUpdated } from '../../../src/queues/contract'
import { applyNews } from '../../shared/live/live-query'
import { useEvent } from '../../shared/live/useEvent'
import { queueFilterAtom } from '../desk/list/state'
import { peopleQuery } from '../people/queries'
import { queuesQuery } from './api'
import { withoutQueue, withQueue } from './apply'

/** Applies queue events on every page. The chips on tickets are updated by the ticket lists. */
export function useQueueEvents() {
  const queries = useQueryClient()
  const [filter, setFilter] = useAtom(queueFilterAtom)
  const askAgain = () => {
    void queries.invalidateQueries({ queryKey: queuesQuery.queryKey })
    void queries.invalidateQueries({ queryKey: peopleQuery.queryKey })
  }
  useEvent(queueUpdated, ({ queue }) => {
    applyNews(queries, queuesQuery.queryKey, (list: readonly QueueDetail[]) => withQueue(list, queue))
    askAgain()
  })
  useEvent(queueDeleted, ({ queueId }) => {
    applyNews(queries, queuesQuery.queryKey, (list: readonly QueueDetail[]) => withoutQueue(list, queueId))
    if (filter?.includes(queueId)) setFilter(filter.filter((id) => id !== queueId))
    askAgain()
    // Its tickets are now visible to everybody, and in other lists than before.
    void queries.invalidateQueries({ queryKey: ['tickets'] })
    void queries.invalidateQueries({ queryKey: ['counters'] })
  })
}
