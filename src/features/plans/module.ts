import type { Module } from '../../platform/module'
import { samples } from '../../tenancy/lifecycle'
import { planErrors } from './errors'
import { planRoutes } from './routes'
import { addSamplePlans } from './sample'

export const plans = {
  name: 'plans',
  routes: planRoutes,
  errors: planErrors,
  fills: [samples.filledWith(addSamplePlans)],
} satisfies Module
