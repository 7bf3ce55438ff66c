import { defineDomainEvent } from '../../platform/extensions'
import type { MessagePricing } from './contract'

type Charge = MessagePricing & { readonly day: string }

/** The messenger has said what a message costs, or has corrected it. */
export const chargeStored = defineDomainEvent<{
  readonly messageId: number
  readonly before: Charge | null
  readonly after: Charge
}>('messageCosts.chargeStored')
