import type { Module } from '../../platform/module'
import { carryOvers } from '../../tenancy/lifecycle'
import { actKeys } from './acts'
import { pushCarriedOver } from './carried-over'
import { storeKeys } from './control-writes'
import { pushErrors } from './errors'
import { pushJobs } from './jobs'
import { pushSubscribers } from './record'
import { pushRoutes } from './routes'
import { pushSender } from './sender'

export const push = {
  name: 'push',
  routes: pushRoutes,
  services: [pushSender],
  jobs: pushJobs,
  controlWrites: [storeKeys],
  errors: pushErrors,
  companyLinks: [actKeys],
  subscribers: pushSubscribers,
  fills: [carryOvers.filledWith({ module: 'push', statements: pushCarriedOver })],
} satisfies Module
