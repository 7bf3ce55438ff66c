import { useQueryClient } from '@tanstack/react-query'
import { nobodyAvailable } from '../../../src/features/distribution/contract'
import { queueDeleted, queueUpdated } from '../../../src/queues/contract'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useEvent } from '../../shared/live/useEvent'
import { peopleQuery } from '../directory/api'

/** A queue has other people now, or none: the lists of people hear of it. The desk updates its own lists. Supervisors are told where nobody takes what waits. */
export function useQueueEvents() {
  const queries = useQueryClient()
  const t = useText()
  const askPeople = () => void queries.invalidateQueries({ queryKey: peopleQuery.queryKey })
  useEvent(queueUpdated, askPeople)
  useEvent(queueDeleted, askPeople)
  useEvent(nobodyAvailable, ({ queue, waiting }) =>
    toast.warning(t('distribution.nobody', { queue: queue.name, count: waiting }), 8000),
  )
}
