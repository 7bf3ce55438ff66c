/** The filters of the connections screen in its address. */
import * as v from 'valibot'
import { ChannelKind } from '../../../src/channels/contract'

export const attention = ['connected', 'waiting', 'stopped'] as const
export type Attention = (typeof attention)[number]

const sorts = ['name', 'state', 'updated'] as const
export type Sort = (typeof sorts)[number]

const text = (value: unknown) => (typeof value === 'number' ? String(value) : value)

export const ConnectionsSearch = v.object({
  /** Searches name and number; the router parses digits as a number. */
  search: v.fallback(v.optional(v.pipe(v.unknown(), v.transform(text), v.string())), undefined),
  channel: v.fallback(v.optional(ChannelKind), undefined),
  state: v.fallback(v.optional(v.picklist(attention)), undefined),
  sort: v.fallback(v.optional(v.picklist(sorts)), undefined),
  desc: v.fallback(v.optional(v.literal(true)), undefined),
})
export type ConnectionsSearch = v.InferOutput<typeof ConnectionsSearch>
