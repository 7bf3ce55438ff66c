import { useQuery, useQueryClient } from '@tanstack/react-query'
import { taskCreated, taskDeleted, taskUpdated } from '../../../src/features/tasks/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useEvent } from '../../shared/live/useEvent'
import { taskCountQuery } from './api'

/** How many tasks of the person are open, beside the page's name in the menu. */
export function OpenCount() {
  const { number } = useFormat()
  const queries = useQueryClient()
  const again = () => void queries.invalidateQueries({ queryKey: taskCountQuery.queryKey })
  useEvent(taskCreated, again)
  useEvent(taskUpdated, again)
  useEvent(taskDeleted, again)
  const open = useQuery(taskCountQuery).data?.open ?? 0
  return open > 0 && <span className="count nums">{number(open)}</span>
}
