import { useQueryClient } from '@tanstack/react-query'
import { useAtom } from 'jotai/react'
import { queueDeleted, queueUpdated } from '../../../src/queues/contract'
import { useEvent } from '../../shared/live/useEvent'
import { peopleQuery } from '../tickets/queries'
import { queueFilterAtom } from '../tickets/state'

/** What a changed or deleted queue means for the desk, beyond the lists that hear of it themselves. */
export function useQueueEvents() {
  const queries = useQueryClient()
  const [filter, setFilter] = useAtom(queueFilterAtom)
  const askPeople = () => void queries.invalidateQueries({ queryKey: peopleQuery.queryKey })
  useEvent(queueUpdated, askPeople)
  useEvent(queueDeleted, ({ queueId }) => {
    if (filter?.includes(queueId)) setFilter(filter.filter((id) => id !== queueId))
    askPeople()
    // Its tickets are now visible to everybody, and in other lists than before.
    void queries.invalidateQueries({ queryKey: ['tickets'] })
    void queries.invalidateQueries({ queryKey: ['counters'] })
  })
}
