/** The filters of the connections screen in its address. */
import * as v from 'valibot'
import { ChannelKind } from '../../../src/channels/contract'
import { SearchWords } from '../../shared/searchWords'

export const attention = ['connected', 'waiting', 'stopped'] as const
export type Attention = (typeof attention)[number]

const sorts = ['name', 'state', 'updated'] as const
export type Sort = (typeof sorts)[number]

export const ConnectionsSearch = v.object({
  /** Searches name and number. */
  search: SearchWords,
  channel: v.fallback(v.optional(ChannelKind), undefined),
  state: v.fallback(v.optional(v.picklist(attention)), undefined),
  sort: v.fallback(v.optional(v.picklist(sorts)), undefined),
  desc: v.fallback(v.optional(v.literal(true)), undefined),
})
export type ConnectionsSearch = v.InferOutput<typeof ConnectionsSearch>
