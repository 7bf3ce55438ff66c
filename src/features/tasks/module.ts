import type { Module } from '../../platform/module'
import { samples } from '../../tenancy/lifecycle'
import { deletedWithUser } from '../../users/belongings'
import { taskErrors } from './errors'
import { taskRoutes } from './routes'
import { addSampleTasks } from './sample'

export const tasks = {
  name: 'tasks',
  routes: taskRoutes,
  errors: taskErrors,
  subscribers: [deletedWithUser('tasks')],
  fills: [samples.filledWith(addSampleTasks)],
} satisfies Module
