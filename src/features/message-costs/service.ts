/** Gives the costs of companies the operator's prices. */
import { messageCharged } from '../../channels/events'
import type { Cx } from '../../platform/cx'
import { on } from '../../platform/extensions'
import { defineService } from '../../platform/module'
import { type Estimate, type EstimateRequest, estimateOf, type PriceTable } from './contract'
import { checkCeiling, readMonthCost, storeCharge } from './costs'
import { priceTablesIn } from './prices'

export type MessageCosts = {
  /** Earliest first. */
  prices(): readonly PriceTable[]
  /** What messages over a connection would cost now. */
  estimate(cx: Cx, connectionId: number, asked: EstimateRequest): Estimate
}

declare module '../../platform/module' {
  interface Services {
    readonly messageCosts: MessageCosts
  }
}

export const messageCostService = defineService('messageCosts', {
  create({ databases: { control } }): MessageCosts {
    const prices = () => priceTablesIn(control)
    return {
      prices,
      estimate: (cx, connectionId, asked) => estimateOf(readMonthCost(cx, prices(), connectionId), asked),
    }
  },
  subscribers: (service) => [
    on(messageCharged, 'inTransaction', (cx, charge) => {
      storeCharge(cx, charge)
      checkCeiling(cx, service().prices(), charge.connectionId)
    }),
  ],
})
