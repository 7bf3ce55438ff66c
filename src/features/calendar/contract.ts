/** The personal calendar. Only its owner sees an event, and only their browsers receive its changes. */
import * as v from 'valibot'
import { defineEvent, type Subject } from '../../platform/events'
import { Id, Instant, list, PlannedInstant, plannable, text } from '../../platform/formats'

export const EVENT_TITLE_LENGTH = 100
export const EVENT_DESCRIPTION_LENGTH = 1000
/** Per person. */
export const MOST_EVENTS = 5_000
/** Repeated events per person: each is expanded by every list. */
export const MOST_SERIES = 500
/** Days of an event on which it does not take place. */
export const MOST_SKIPPED = 500
/** Days on which a repeated event is remembered as done; the earliest are forgotten. */
export const MOST_DONE_DAYS = 500
/** Milliseconds that one occurrence of a repeated event may last. */
export const LONGEST_REPEATED = 31 * 86_400_000
/** Minutes: half a day after the start (for whole days, whose start is midnight) up to four weeks before it. */
const [LATEST_LEAD, EARLIEST_LEAD] = [-1_440, 40_320]
/** Bytes of an imported file. */
export const ICS_LIMIT = 1_000_000
/** Of an imported file. */
export const MOST_IMPORTED = 1_000
/** Per request. */
export const MOST_LISTED_EVENTS = 1_000

export const repeatKinds = ['day', 'weekdays', 'week', 'fortnight', 'month', 'year'] as const
export type RepeatKind = (typeof repeatKinds)[number]
/** `until`: the last day, that day included; null: for ever. */
export type Repeat = { readonly kind: RepeatKind; readonly until: string | null }

export const CalendarEvent = v.object({
  id: Id,
  title: v.string(),
  description: v.string(),
  start: Instant,
  /** After the start. Screens show midnight to midnight in the company's time zone as whole days. */
  end: Instant,
  /** Done; a repeated one on all its days. */
  concluido: v.boolean(),
  /** Days on which a repeated event is done. */
  doneDays: v.array(v.string()),
  /** Null: it takes place once. `until` is the last day; null: for ever. */
  repeat: v.nullable(v.object({ kind: v.picklist(repeatKinds), until: v.nullable(v.string()) })),
  /** Days on which it does not take place. */
  skipped: v.array(v.string()),
  /** Minutes before the start at which it reminds; negative: after it. Null: it does not. */
  remindLead: v.nullable(v.number()),
  /** It has reminded of the occurrence that begins then, and its owner has not seen it. */
  remindingStart: v.nullable(Instant),
  /** The contact it is about. */
  contact: v.nullable(v.object({ id: Id, name: v.string() })),
  createdAt: Instant,
  updatedAt: Instant,
})
export type CalendarEvent = v.InferOutput<typeof CalendarEvent>

/** In order of time. A repeated event is listed once, at its first time. */
export const EventList = v.array(CalendarEvent)

const Title = v.pipe(
  text(EVENT_TITLE_LENGTH),
  v.trim(),
  v.nonEmpty('form.required'),
  v.regex(/^\P{Cc}*$/u, 'form.invalid'),
)
const Description = v.pipe(text(EVENT_DESCRIPTION_LENGTH), v.trim())

/** 30 February is none. */
const isDay = (day: string): boolean => {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}
const Day = v.pipe(text(10, 'form.invalid'), v.isoDate('form.invalid'), v.check(isDay, 'form.invalid'), plannable)
const Lead = v.pipe(
  v.number('form.invalid'),
  v.integer('form.invalid'),
  v.minValue(LATEST_LEAD, 'form.invalid'),
  v.maxValue(EARLIEST_LEAD, 'form.invalid'),
)

export const CreateEvent = v.object({
  title: Title,
  description: v.optional(Description),
  start: PlannedInstant,
  end: PlannedInstant,
  /** One on weekdays that starts on a weekend moves to Monday. */
  repeat: v.optional(v.nullable(v.object({ kind: v.picklist(repeatKinds), until: v.nullable(Day) }))),
  remindLead: v.optional(v.nullable(Lead)),
  contactId: v.optional(v.nullable(Id)),
})
export type CreateEvent = v.InferOutput<typeof CreateEvent>
export const UpdateEvent = v.partial(CreateEvent)
export type UpdateEvent = v.InferOutput<typeof UpdateEvent>

/** Body of `PUT /eventos/{id}/concluido`; without one, the event is done. `day`: only that day of a repeated one. */
export const MarkEvent = v.optional(
  v.object({ concluido: v.optional(v.boolean('form.invalid')), day: v.optional(Day) }),
)
export type MarkEvent = v.InferOutput<typeof MarkEvent>

/** Body of `POST /eventos/{id}/days`: removes one day of a repeated event, or gives it back. */
export const SkipDay = v.object({ day: Day, isSkipped: v.boolean('form.invalid') })
export type SkipDay = v.InferOutput<typeof SkipDay>

/** Body of `POST /eventos/reminders/seen`. */
export const SeenEvents = v.object({ ids: list(Id, { least: 1, most: MOST_EVENTS }) })
export type SeenEvents = v.InferOutput<typeof SeenEvents>

/**
 * What came of it. `simplified`: their repetition is of a kind that the calendar lacks, so they take place once.
 * `unreadable`: without a time, or damaged. `left`: beyond the limits of a file or a person.
 */
export const ImportedEvents = v.object({
  created: v.number(),
  updated: v.number(),
  simplified: v.number(),
  unreadable: v.number(),
  left: v.number(),
})
export type ImportedEvents = v.InferOutput<typeof ImportedEvents>

const EventEvent = v.object({ evento: CalendarEvent })
const subjectOf = (id: number): Subject => `event ${id}`
const about = ({ evento }: v.InferOutput<typeof EventEvent>) => [subjectOf(evento.id)]

export const eventCreated = defineEvent('event.create', EventEvent, { about })
export const eventUpdated = defineEvent('event.update', EventEvent, { about })
/** It is time; only its owner hears it. */
export const eventReminds = defineEvent('event.reminder', EventEvent, { about })
export const eventDeleted = defineEvent('event.delete', v.object({ eventoId: Id }), {
  takesBack: ({ eventoId }) => subjectOf(eventoId),
})
