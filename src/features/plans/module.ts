import { operatorActs } from '../../audit/visibility'
import type { Module } from '../../platform/module'
import { samples } from '../../tenancy/lifecycle'
import { planErrors } from './errors'
import { planRoutes } from './routes'
import { addSamplePlans } from './sample'

export const plans = {
  name: 'plans',
  routes: planRoutes,
  errors: planErrors,
  fills: [operatorActs.filledWith({ kind: 'plan' }), samples.filledWith(addSamplePlans)],
} satisfies Module
