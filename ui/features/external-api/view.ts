/** Search parameters of the page: the open section, and whether the tokens dialog is open. */
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
