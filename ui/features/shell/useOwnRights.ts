import { useQueryClient } from '@tanstack/react-query'
import { userUpdated } from '../../../src/access/contract'
import { useEvent } from '../../shared/live/useEvent'
import { takeQueues } from '../../shared/session/session'
import { useUser } from '../../shared/session/useUser'

/** The signed-in person was put into other queues: shown queries are fetched again, others dropped. */
export function useOwnRights() {
  const queries = useQueryClient()
  const me = useUser()
  useEvent(userUpdated, ({ user: { id, queueIds } }) => {
    if (id !== me.id || isSame(queueIds, me.queueIds)) return
    takeQueues(queueIds)
    queries.removeQueries({ type: 'inactive' })
    void queries.invalidateQueries()
  })
}

const isSame = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((id) => other.includes(id))
