import { queryOptions } from '@tanstack/react-query'
import type { CreateTask, Task, UpdateTask } from '../../../src/features/tasks/contract'
import type { TaskRoutes } from '../../../src/features/tasks/routes'
import { client, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { tasksSpec } from './spec'

const { tasks: routes } = client<TaskRoutes>()

export const tasks = liveCrud<Task, CreateTask, UpdateTask>({
  ...tasksSpec,
  routes: {
    list: ({ signal }) => unwrap(routes.get({ fetch: { signal } })),
    create: (body) => unwrap(routes.post(body)),
    update: (id, body) => unwrap(routes({ id }).put(body)),
    remove: (id) => unwrap(routes({ id }).delete()),
  },
})

/** Open tasks of the person, for the menu. */
export const taskCountQuery = queryOptions({
  queryKey: ['task-count'],
  queryFn: ({ signal }) => unwrap(routes.count.get({ fetch: { signal } })),
})

/** The events add them to the list. */
export const createTasks = (wanted: readonly CreateTask[]) => unwrap(routes.several.post({ tasks: [...wanted] }))
