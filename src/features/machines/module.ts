import { operatorActs } from '../../audit/visibility'
import type { Module } from '../../platform/module'
import { machineErrors } from './errors'
import { machineJobs } from './jobs'
import { machineRoutes } from './routes'
import { machines as service } from './service'

export const machines = {
  name: 'machines',
  routes: machineRoutes,
  services: [service],
  jobs: machineJobs,
  errors: machineErrors,
  fills: [operatorActs.filledWith({ kind: 'machine' }, { kind: 'companyMove' })],
} satisfies Module
