import { contactMerging } from '../../contacts/events'
import { on } from '../../platform/extensions'
import type { Module } from '../../platform/module'
import { execute } from '../../platform/sql'
import { samples } from '../../tenancy/lifecycle'
import { deletedWithUser } from '../../users/belongings'
import { userRemoved } from '../../users/rights'
import { leaveTasks } from './actions'
import { taskErrors } from './errors'
import { taskJobs } from './jobs'
import { taskRoutes } from './routes'
import { addSampleTasks } from './sample'

export const tasks = {
  name: 'tasks',
  routes: taskRoutes,
  jobs: taskJobs,
  errors: taskErrors,
  subscribers: [
    on(userRemoved, 'inTransaction', (cx, { userId }) => leaveTasks(cx, userId)),
    deletedWithUser('tasks'),
    on(contactMerging, 'inTransaction', ({ db }, { keptId, goneId }) => {
      execute(db, 'UPDATE task_plans SET contact_id = ? WHERE contact_id = ?', [keptId, goneId])
    }),
  ],
  fills: [samples.filledWith(addSampleTasks)],
} satisfies Module
