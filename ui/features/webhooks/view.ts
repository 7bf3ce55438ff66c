/** What the address of a page with webhooks holds: the chosen one, and which of its deliveries are listed. */
import * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'

export const deliveryStates = ['waiting', 'failed'] as const

export const webhookFilters = {
  webhook: v.pipe(v.number(), v.integer(), v.minValue(1)),
  status: v.picklist(deliveryStates),
  type: v.pipe(v.string(), v.maxLength(40)),
}
export const WebhooksView = viewSchema(['newest'], webhookFilters)
export type WebhooksView = v.InferOutput<typeof WebhooksView>
