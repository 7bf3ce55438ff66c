import { operatorActs } from '../../audit/visibility'
import { sendingHolds } from '../../outbound/rate/holds'
import type { Module } from '../../platform/module'
import { waitForMonth } from './costs'
import { messageCostErrors } from './errors'
import { messageCostRoutes } from './routes'
import { messageCostService } from './service'

export const messageCosts = {
  name: 'message-costs',
  routes: messageCostRoutes,
  errors: messageCostErrors,
  services: [messageCostService],
  fills: [operatorActs.filledWith({ kind: 'messagePrices' }), sendingHolds.filledWith(waitForMonth)],
} satisfies Module
