import { contactMerging } from '../../contacts/events'
import { on } from '../../platform/extensions'
import type { Module } from '../../platform/module'
import { execute } from '../../platform/sql'
import { samples } from '../../tenancy/lifecycle'
import { deletedWithUser } from '../../users/belongings'
import { eventErrors } from './errors'
import { eventJobs } from './jobs'
import { eventRoutes } from './routes'
import { addSampleEvents } from './sample'

export const calendar = {
  name: 'calendar',
  routes: eventRoutes,
  jobs: eventJobs,
  errors: eventErrors,
  subscribers: [
    deletedWithUser('events'),
    on(contactMerging, 'inTransaction', ({ db }, { keptId, goneId }) => {
      execute(db, 'UPDATE event_plans SET contact_id = ? WHERE contact_id = ?', [keptId, goneId])
    }),
  ],
  fills: [samples.filledWith(addSampleEvents)],
} satisfies Module
