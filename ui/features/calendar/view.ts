/** Search parameters of the calendar page. */
import * as v from 'valibot'
import { spans } from '../../shared/calendar/spans'
import { Day, viewSchema } from '../../shared/table/view'

export const CalendarView = viewSchema(['start'], {
  span: v.picklist(spans),
  /** A day in the span. */
  day: Day,
  /** Without the person's scheduled messages and reminders. */
  own: v.literal(true),
})
export type CalendarView = v.InferOutput<typeof CalendarView>
