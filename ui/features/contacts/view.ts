/** What the address of the contacts screen may say. */
import * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'

export const states = ['active', 'blocked'] as const

export const ContactsView = viewSchema(['name', 'id'], {
  state: v.picklist(states),
})
export type ContactsView = v.InferOutput<typeof ContactsView>
