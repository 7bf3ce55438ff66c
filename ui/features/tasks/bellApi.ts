/** Requests of the bell, separate from the page's: they run on every page. */
import { queryOptions } from '@tanstack/react-query'
import type { TaskRoutes } from '../../../src/features/tasks/routes'
import { client, unwrap } from '../../shared/client'

const { tasks: routes } = client<TaskRoutes>()

export const dueTasksQuery = queryOptions({
  queryKey: ['tasks-due'],
  queryFn: ({ signal }) => unwrap(routes.reminders.get({ fetch: { signal } })),
})

export const seeTasks = (ids: readonly number[]) => unwrap(routes.reminders.seen.post({ ids: [...ids] }))
export const completeTask = (id: number) => unwrap(routes({ id }).put({ completed: true }))
