import { type CalendarEvent, eventCreated, eventDeleted, eventUpdated } from '../../../src/features/calendar/contract'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'
import { ofContact } from '../../shared/live/ofContact'
import { occurrencesOf } from './times'

/** Filters applied by the server. */
export type EventFilter = {
  readonly search?: string | undefined
  /** The visible days, the last one included. */
  readonly days: { readonly from: string; readonly to: string }
  /** Those days as instants, the end excluded. */
  readonly period: { readonly from: string; readonly to: string }
  /** The company's, in which events repeat. */
  readonly timeZone: string
}

export const eventsSpec: CrudSpec<CalendarEvent, EventFilter> = {
  key: ['eventos'],
  compare: (a, b) => a.start.localeCompare(b.start) || a.end.localeCompare(b.end) || a.id - b.id,
  merge: (known, row) => (row.updatedAt < known.updatedAt ? known : row),
  events: [
    on(eventCreated, ({ evento }) => ({ put: evento })),
    on(eventUpdated, ({ evento }) => ({ put: evento })),
    on(eventDeleted, ({ eventoId }) => ({ drop: eventoId })),
    ...ofContact<CalendarEvent>(),
  ],
  belongs: (event, { period, timeZone }) =>
    event.start < period.to &&
    (event.repeat ? occurrencesOf(event, timeZone, period).length > 0 : event.end > period.from),
  onlyServerAdds: ({ search }) => Boolean(search),
}
