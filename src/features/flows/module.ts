import type { Module } from '../../platform/module'
import { fileColumn } from '../../platform/stored-files'
import { samples } from '../../tenancy/lifecycle'
import { integrationRunners } from '../integrations/runner'
import { manageFlows } from './contract'
import { flowErrors } from './errors'
import { flowRoutes } from './routes'
import { flowRunner } from './run'
import { addSampleFlow } from './sample'

export const flows = {
  name: 'flows',
  plan: 'useIntegrations',
  routes: flowRoutes,
  permissions: [manageFlows],
  errors: flowErrors,
  storedFiles: [fileColumn('flow_files', 'media')],
  fills: [integrationRunners.filledWith(flowRunner), samples.filledWith(addSampleFlow)],
} satisfies Module
