import * as v from 'valibot'
import { Day, viewSchema } from '../../shared/table/view'

const id = v.pipe(v.number(), v.integer(), v.minValue(0))

/** `tab`: absent for the ratings themselves. The rest filters the results; `rating` may be `OF_CONNECTION`. */
export const RatingsView = viewSchema(['name', 'type', 'category'], {
  tab: v.literal('results'),
  from: Day,
  to: Day,
  rating: id,
  user: id,
  queue: id,
  comments: v.literal(true),
})
export type RatingsView = v.InferOutput<typeof RatingsView>
