import { useQueryClient } from '@tanstack/react-query'
import { nobodyAvailable } from '../../../src/features/distribution/contract'
import { queueDeleted, queueUpdated } from '../../../src/queues/contract'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useEvent } from '../../shared/live/useEvent'
import { peopleQuery } from '../directory/api'

/**
 * A queue's users changed: updates the lists of users. The desk updates its own lists. Supervisors are notified when
 * waiting tickets have nobody to take them.
 */
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
