import { movers } from '../../moving-in/mover'
import type { Module } from '../../platform/module'
import { mediaColumn } from '../../platform/stored-files'
import { carryOvers, samples } from '../../tenancy/lifecycle'
import { sendsCarriedOver } from './carried-over'
import { manageApi } from './contract'
import { apiErrors } from './errors'
import { apiJobs } from './jobs'
import { apiTokenMover } from './move-in'
import { apiSubscribers } from './posting'
import { externalApiRoutes } from './routes'
import { addApiTokens } from './sample'
import { tokenDirectory } from './token-auth'

export const externalApi = {
  name: 'external-api',
  plan: 'useExternalApi',
  routes: externalApiRoutes,
  services: [tokenDirectory],
  jobs: apiJobs,
  permissions: [manageApi],
  errors: apiErrors,
  subscribers: apiSubscribers,
  storedFiles: [mediaColumn('api_send_parts')],
  fills: [
    carryOvers.filledWith({ module: 'external-api', statements: sendsCarriedOver }),
    samples.filledWith(addApiTokens),
    movers.filledWith(apiTokenMover),
  ],
} satisfies Module
