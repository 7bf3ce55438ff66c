import * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'

export const reaches = ['general', 'own'] as const
export const states = ['active', 'inactive'] as const

export const QuickMessagesView = viewSchema(['shortcode'], {
  tag: v.pipe(v.number(), v.integer(), v.minValue(1)),
  reach: v.picklist(reaches),
  state: v.picklist(states),
})
export type QuickMessagesView = v.InferOutput<typeof QuickMessagesView>
