import * as v from 'valibot'
import { Day, Span, viewSchema } from '../../shared/table/view'

export const CalendarView = viewSchema(['start'], {
  span: Span,
  /** A day in the span. */
  day: Day,
  /** Hides scheduled messages and reminders. */
  own: v.literal(true),
})
export type CalendarView = v.InferOutput<typeof CalendarView>
