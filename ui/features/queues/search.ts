/** Search and sorting of the queues screen in its address. */
import * as v from 'valibot'

const sorts = ['order', 'name', 'people', 'tickets'] as const
export type Sort = (typeof sorts)[number]

const text = (value: unknown) => (typeof value === 'number' ? String(value) : value)

export const QueuesSearch = v.object({
  /** The router parses digits as a number. */
  search: v.fallback(v.optional(v.pipe(v.unknown(), v.transform(text), v.string())), undefined),
  sort: v.fallback(v.optional(v.picklist(sorts)), undefined),
  desc: v.fallback(v.optional(v.literal(true)), undefined),
})
export type QueuesSearch = v.InferOutput<typeof QueuesSearch>
