/** The address of the page: which section is open, and whether the tokens are. */
import * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'

export const sections = [
  'send',
  'status',
  'check',
  'auth',
  'limits',
  'errors',
  'moving',
  'events',
  'signature',
] as const
export type Section = (typeof sections)[number]

export const MessagesApiView = viewSchema(['name'], { section: v.picklist(sections), tokens: v.literal(true) })
export type MessagesApiView = v.InferOutput<typeof MessagesApiView>
