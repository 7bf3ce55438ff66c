/** The custom plan that the operator offers, by the operator's settings. */
import type { OperatorSettings } from '../../settings/operator/settings'
import type { CustomOffer } from './contract'

/** Null: none is offered. */
export function customOffer({ read }: Pick<OperatorSettings, 'read'>): CustomOffer | null {
  if (!read('customPlan')) return null
  return {
    base: read('customPlanPrice'),
    users: read('customPlanUsers'),
    connections: read('customPlanConnections'),
    perUser: read('customPlanUserPrice'),
    perConnection: read('customPlanConnectionPrice'),
    planId: read('customPlanFeatures') || null,
  }
}
