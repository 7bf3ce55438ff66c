/** Search and sorting of the queues screen in its address. */
import * as v from 'valibot'
import { SearchWords } from '../../shared/searchWords'

const sorts = ['order', 'name', 'people', 'tickets'] as const
export type Sort = (typeof sorts)[number]

export const QueuesSearch = v.object({
  search: SearchWords,
  sort: v.fallback(v.optional(v.picklist(sorts)), undefined),
  desc: v.fallback(v.optional(v.literal(true)), undefined),
})
export type QueuesSearch = v.InferOutput<typeof QueuesSearch>
