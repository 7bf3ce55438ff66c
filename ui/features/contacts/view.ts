import * as v from 'valibot'
import { ChannelKind } from '../../../src/channels/contract'
import { Day, viewSchema } from '../../shared/table/view'

/** `new`: contacts without a ticket. */
export const states = ['active', 'blocked', 'new'] as const
export const searchPlaces = ['both', 'name', 'number', 'username'] as const
export type SearchPlace = (typeof searchPlaces)[number]

const Id = v.pipe(v.number(), v.integer(), v.minValue(1))

/** `from` and `to`: days of creation. */
export const ContactsView = viewSchema(['name', 'id', 'last'], {
  category: Id,
  /** The connection of their last message. */
  connection: Id,
  channel: ChannelKind,
  state: v.picklist(states),
  from: Day,
  to: Day,
})
export type ContactsView = v.InferOutput<typeof ContactsView>
