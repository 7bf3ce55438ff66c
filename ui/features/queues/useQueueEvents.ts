import { useQueryClient } from '@tanstack/react-query'
import { queueDeleted, queueUpdated } from '../../../src/queues/contract'
import { useEvent } from '../../shared/live/useEvent'
import { peopleQuery } from '../people/api'

/** A queue has other people now, or none: the lists of people hear of it. The desk updates its own lists. */
export function useQueueEvents() {
  const queries = useQueryClient()
  const askPeople = () => void queries.invalidateQueries({ queryKey: peopleQuery.queryKey })
  useEvent(queueUpdated, askPeople)
  useEvent(queueDeleted, askPeople)
}
