/** Search parameters of the schedules page. */
import * as v from 'valibot'
import { spans } from '../../shared/calendar/spans'
import { Day, Ids, viewSchema } from '../../shared/table/view'

export const kinds = ['mensagem', 'lembrete'] as const

export const SchedulesView = viewSchema(['sendAt'], {
  tab: v.literal('calendar'),
  /** The calendar's span, and a day in it. */
  span: v.picklist(spans),
  day: Day,
  people: Ids,
  kind: v.picklist(kinds),
  pending: v.literal(true),
  /** Opens the form for this contact. */
})
export type SchedulesView = v.InferOutput<typeof SchedulesView>
