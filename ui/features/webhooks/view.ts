/** Search parameters: the chosen webhook, and the filter of its deliveries. */
import * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'

export const deliveryStates = ['waiting', 'failed'] as const

export const WebhooksView = viewSchema(['newest'], {
  webhook: v.pipe(v.number(), v.integer(), v.minValue(1)),
  status: v.picklist(deliveryStates),
  type: v.pipe(v.string(), v.maxLength(40)),
})
export type WebhooksView = v.InferOutput<typeof WebhooksView>
