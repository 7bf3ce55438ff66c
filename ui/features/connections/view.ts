import * as v from 'valibot'
import { ChannelKind } from '../../../src/channels/contract'
import { viewSchema } from '../../shared/table/view'

/** Filter choices. */
export const attention = ['connected', 'waiting', 'stopped'] as const
export type Attention = (typeof attention)[number]

export const ConnectionsView = viewSchema(['name', 'state', 'updated'], {
  channel: ChannelKind,
  state: v.picklist(attention),
})
export type ConnectionsView = v.InferOutput<typeof ConnectionsView>
