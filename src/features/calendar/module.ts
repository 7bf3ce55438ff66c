import type { Module } from '../../platform/module'
import { samples } from '../../tenancy/lifecycle'
import { deletedWithUser } from '../../users/belongings'
import { eventErrors } from './errors'
import { eventRoutes } from './routes'
import { addSampleEvents } from './sample'

export const calendar = {
  name: 'calendar',
  routes: eventRoutes,
  errors: eventErrors,
  subscribers: [deletedWithUser('events')],
  fills: [samples.filledWith(addSampleEvents)],
} satisfies Module
