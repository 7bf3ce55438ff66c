/** What the address of the contacts screen may say. */
import * as v from 'valibot'
import { Day, viewSchema } from '../../shared/table/view'

/** `new`: those nobody has talked to yet. */
export const states = ['active', 'blocked', 'new'] as const
export const searchPlaces = ['both', 'name', 'number'] as const
export type SearchPlace = (typeof searchPlaces)[number]

const Id = v.pipe(v.number(), v.integer(), v.minValue(1))

/** `from` and `to`: the days on which they became contacts. */
export const ContactsView = viewSchema(['name', 'id', 'last'], {
  category: Id,
  /** Over which one last spoke with them. */
  connection: Id,
  state: v.picklist(states),
  from: Day,
  to: Day,
})
export type ContactsView = v.InferOutput<typeof ContactsView>
