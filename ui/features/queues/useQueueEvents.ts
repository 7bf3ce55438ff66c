import { useQueryClient } from '@tanstack/react-query'
import { type QueueDetail, queueDeleted, queueUpdated } from '../../../src/queues/contract'
import { applyNews } from '../../shared/live/live-query'
import { useEvent } from '../../shared/live/useEvent'
import { peopleQuery } from '../people/api'
import { queuesQuery } from './api'
import { withoutQueue, withQueue } from './apply'

/** Applies queue events on every page. The desk updates its own lists. */
export function useQueueEvents() {
  const queries = useQueryClient()
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
    askAgain()
  })
}
