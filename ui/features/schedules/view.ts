import * as v from 'valibot'
import { Day, Ids, Span, viewSchema } from '../../shared/table/view'

export const kinds = ['mensagem', 'lembrete'] as const

export const SchedulesView = viewSchema(['sendAt'], {
  tab: v.literal('calendar'),
  /** The calendar's span, and a day in it. */
  span: Span,
  day: Day,
  people: Ids,
  kind: v.picklist(kinds),
  pending: v.literal(true),
  /** Opens the form for this contact, whose name a link from outside may leave out. */
  contactId: v.pipe(v.number(), v.integer(), v.minValue(1)),
  contactName: v.pipe(v.string(), v.maxLength(255)),
})
export type SchedulesView = v.InferOutput<typeof SchedulesView>
