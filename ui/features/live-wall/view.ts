import * as v from 'valibot'
import { ChannelKind } from '../../../src/channels/contract'
import { viewSchema } from '../../shared/table/view'

/** `by`: without it, a cell for each user. `queue`: 0 stands for none. */
export const MomentsView = viewSchema(['busy'], {
  by: v.literal('queue'),
  queue: v.pipe(v.number(), v.integer(), v.minValue(0)),
  channel: ChannelKind,
})
export type MomentsView = v.InferOutput<typeof MomentsView>
