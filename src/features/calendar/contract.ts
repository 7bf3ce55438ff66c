/** The personal calendar. Only its owner sees an event, and only their browsers receive its changes. */
import * as v from 'valibot'
import { defineEvent, type Subject } from '../../platform/events'
import { Id, Instant, PlannedInstant, text } from '../../platform/formats'

export const EVENT_TITLE_LENGTH = 100
export const EVENT_DESCRIPTION_LENGTH = 1000
/** Per person. */
export const MOST_EVENTS = 5_000
/** Per request. */
export const MOST_LISTED_EVENTS = 1_000

export const CalendarEvent = v.object({
  id: Id,
  title: v.string(),
  description: v.string(),
  start: Instant,
  /** After the start. Screens show midnight to midnight in the company's time zone as whole days. */
  end: Instant,
  /** Done. */
  concluido: v.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type CalendarEvent = v.InferOutput<typeof CalendarEvent>

/** In order of time. */
export const EventList = v.array(CalendarEvent)

const Title = v.pipe(
  text(EVENT_TITLE_LENGTH),
  v.trim(),
  v.nonEmpty('form.required'),
  v.regex(/^\P{Cc}*$/u, 'form.invalid'),
)
const Description = v.pipe(text(EVENT_DESCRIPTION_LENGTH), v.trim())

export const CreateEvent = v.object({
  title: Title,
  description: v.optional(Description),
  start: PlannedInstant,
  end: PlannedInstant,
})
export type CreateEvent = v.InferOutput<typeof CreateEvent>
export const UpdateEvent = v.partial(CreateEvent)
export type UpdateEvent = v.InferOutput<typeof UpdateEvent>

/** Body of `PUT /eventos/{id}/concluido`; without one, the event is done. */
export const MarkEvent = v.optional(v.object({ concluido: v.optional(v.boolean('form.invalid')) }))
export type MarkEvent = v.InferOutput<typeof MarkEvent>

const EventEvent = v.object({ evento: CalendarEvent })
const subjectOf = (id: number): Subject => `event ${id}`
const about = ({ evento }: v.InferOutput<typeof EventEvent>) => [subjectOf(evento.id)]

export const eventCreated = defineEvent('event.create', EventEvent, { about })
export const eventUpdated = defineEvent('event.update', EventEvent, { about })
export const eventDeleted = defineEvent('event.delete', v.object({ eventoId: Id }), {
  takesBack: ({ eventoId }) => subjectOf(eventoId),
})
