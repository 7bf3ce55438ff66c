import { operatorActs } from '../../audit/visibility'
import type { Module } from '../../platform/module'
import { installationErrors } from './errors'
import { installationJobs } from './jobs'
import { installationRoutes } from './routes'

export const installation = {
  name: 'installation',
  routes: installationRoutes,
  jobs: installationJobs,
  errors: installationErrors,
  fills: [operatorActs.filledWith({ kind: 'certificate' })],
} satisfies Module
