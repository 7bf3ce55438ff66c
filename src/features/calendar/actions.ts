/** Creates, changes, reminds of and deletes a user's own events. They are not audited. */
import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { LiveEvent } from '../../platform/events'
import { searchable } from '../../platform/text'
import { MINUTE } from '../../platform/time'
import { findContactKnownTo } from '../../tickets/queries'
import { peopleAlerted } from '../../users/alerts'
import {
  type CalendarEvent,
  type CreateEvent,
  eventCreated,
  eventDeleted,
  eventReminds,
  eventUpdated,
  LONGEST_REPEATED,
  type MarkEvent,
  MOST_DONE_DAYS,
  MOST_EVENTS,
  MOST_SERIES,
  MOST_SKIPPED,
  type SeenEvents,
  type SkipDay,
  type UpdateEvent,
} from './contract'
import { eventErrors } from './errors'
import {
  countEvents,
  countSeries,
  type FoundEvent,
  findEvent,
  findEventOf,
  listDueReminders,
  seriesOf,
  showEvent,
} from './queries'
import { firstDay, movedDays, nextOccurrence } from './repeat'
import { eventPlans, events, noPlan, type Plan, type StoredEvent } from './tables'
import { zoneOf } from './zone'

export const createEvent = (cx: Cx, actor: Actor, input: CreateEvent): CalendarEvent =>
  cx.transaction((cx) => {
    const { userId } = actor
    if (countEvents(cx.db, userId) >= MOST_EVENTS) fail(eventErrors.ERR_EVENT_LIMIT, { most: MOST_EVENTS })
    const plan = { ...noPlan, ...planOf(cx, actor, input, noPlan) }
    return insertEvent(cx, userId, input, plan)
  })

/** The limits are the caller's to keep. */
export function insertEvent(cx: Cx, userId: number, input: CreateEvent, plan: Plan): CalendarEvent {
  const { title, description = '' } = input
  const values = {
    userId,
    title,
    description,
    words: wordsOf({ title, description }),
    ...timesOf(cx, input, plan),
    createdAt: cx.now(),
    updatedAt: cx.now(),
  }
  const { id } = cx.db.insert(events).values(values).returning().get()
  putPlan(cx, id, plan)
  return announce(cx, id, eventCreated)
}

export const changeEvent = (cx: Cx, actor: Actor, id: number, input: UpdateEvent): CalendarEvent =>
  cx.transaction((cx) => {
    const before = findEventOf(cx.db, actor, id)
    return updateEvent(cx, before, input, planOf(cx, actor, input, before.plan))
  })

/** Deleted and done days that the change does not name move with the series. */
export function updateEvent(cx: Cx, before: FoundEvent, input: UpdateEvent, change: Partial<Plan>): CalendarEvent {
  const { title = before.title, description = before.description } = input
  const plan = { ...before.plan, ...change }
  const times = timesOf(cx, input, plan, before)
  const values = { title, description, words: wordsOf({ title, description }), ...times, updatedAt: cx.now() }
  cx.db.update(events).set(values).where(eq(events.id, before.id)).run()
  putPlan(cx, before.id, { ...plan, ...daysAfter(cx, before, plan, times.startAt), ...change })
  return announce(cx, before.id, eventUpdated)
}

/** The deleted and done days of a series that now starts then; those of another kind of repetition are forgotten. */
function daysAfter(cx: Cx, before: FoundEvent, { repeat }: Plan, startAt: number): Pick<Plan, 'skipped' | 'doneDays'> {
  const { skipped, doneDays } = before.plan
  if (!repeat || repeat !== before.plan.repeat) return { skipped: [], doneDays: [] }
  const zone = zoneOf(cx.tenant.timeZone)
  const [first, next] = [before.startAt, startAt].map((at) => zone.localOf(at).slice(0, 10)) as [string, string] // of two
  const moved = (days: readonly string[]) => movedDays(days, repeat, first, next)
  return { skipped: moved(skipped), doneDays: moved(doneDays) }
}

type Mark = NonNullable<MarkEvent>

/** Marks an event, or one day of a repeated event, as done or not done. */
export const markEvent = (cx: Cx, actor: Actor, id: number, { concluido: isDone = true, day }: Mark): CalendarEvent =>
  cx.transaction((cx) => {
    const { plan } = findEventOf(cx.db, actor, id)
    if (day === undefined) cx.db.update(events).set({ isDone }).where(eq(events.id, id)).run()
    putPlan(cx, id, day === undefined ? plan : { ...plan, doneDays: doneWith(plan, day, isDone) })
    return touch(cx, id)
  })

function doneWith({ repeat, doneDays }: Plan, day: string, isDone: boolean): string[] {
  if (!repeat) fail('ERR_INVALID_INPUT', [{ field: 'day', message: 'form.invalid' }])
  const others = doneDays.filter((one) => one !== day)
  return isDone ? [...others, day].sort().slice(-MOST_DONE_DAYS) : others
}

/** Removes one day of a repeated event, or gives it back. */
export const skipDay = (cx: Cx, actor: Actor, id: number, { day, isSkipped }: SkipDay): CalendarEvent =>
  cx.transaction((cx) => {
    const { plan } = findEventOf(cx.db, actor, id)
    const others = plan.skipped.filter((one) => one !== day)
    if (!plan.repeat) fail('ERR_INVALID_INPUT', [{ field: 'day', message: 'form.invalid' }])
    if (isSkipped && others.length >= MOST_SKIPPED) fail(eventErrors.ERR_SKIPPED_LIMIT, { most: MOST_SKIPPED })
    putPlan(cx, id, { ...plan, skipped: isSkipped ? [...others, day].sort() : others })
    return touch(cx, id)
  })

export const deleteEvent = (cx: Cx, actor: Actor, id: number): void =>
  cx.transaction((cx) => {
    const { userId } = findEventOf(cx.db, actor, id)
    cx.db.delete(events).where(eq(events.id, id)).run()
    notify(cx, userId, eventDeleted({ eventoId: id }))
  })

/** Removes the actor's reminders from their bell. Ignores ids of others and deleted ones. */
export const seeEvents = (cx: Cx, { userId }: Actor, { ids }: SeenEvents): void =>
  cx.transaction((cx) => {
    for (const id of ids) {
      const found = findEvent(cx.db, id)
      if (found?.userId !== userId || found.plan.remindingStart === null) continue
      savePlan(cx, id, { ...found.plan, remindingStart: null })
      touch(cx, id)
    }
  })

/** Reminders per run, in one transaction. */
const REMINDERS_PER_RUN = 100

/** Shows due reminders in the bells of the events' owners. Returns whether more are due. */
export const remindDue = (cx: Cx): boolean =>
  cx.transaction((cx) => {
    const due = listDueReminders(cx.db, cx.now(), REMINDERS_PER_RUN)
    for (const id of due) remind(cx, id)
    return due.length === REMINDERS_PER_RUN
  })

function remind(cx: Cx, id: number) {
  const found = findEvent(cx.db, id)
  if (!found) return
  const { plan } = found
  const remindingStart = (plan.remindAt ?? 0) + (plan.remindLead ?? 0) * MINUTE
  savePlan(cx, id, { ...plan, remindingStart, remindAt: nextReminder(cx, found) })
  const evento = touch(cx, id)
  notify(cx, found.userId, eventReminds({ evento }))
  const alert = { kind: 'reminders', userIds: [found.userId], tag: `event.${id}`, path: '/Calendario' } as const
  cx.happened(peopleAlerted({ ...alert, title: null, body: evento.title }))
}

/** When it reminds next. */
function nextReminder(cx: Cx, found: FoundEvent): number | null {
  if (found.plan.remindLead === null || found.isDone) return null
  const lead = found.plan.remindLead * MINUTE
  const series = seriesOf(found)
  const todo = { ...series, skipped: [...series.skipped, ...found.plan.doneDays] }
  const next = nextOccurrence(todo, zoneOf(cx.tenant.timeZone), cx.now() + lead)
  return next ? next.start - lead : null
}

/** The wanted changes of the plan. */
function planOf(cx: Cx, actor: Actor, input: UpdateEvent, before: Plan): Partial<Plan> {
  const { repeat, remindLead, contactId } = input
  if (contactId && contactId !== before.contactId) findContactKnownTo(cx.db, actor, contactId)
  if (repeat && !before.repeat && countSeries(cx.db, actor.userId) >= MOST_SERIES)
    fail(eventErrors.ERR_SERIES_LIMIT, { most: MOST_SERIES })
  return {
    ...(repeat === undefined
      ? {}
      : {
          repeat: repeat?.kind ?? null,
          repeatUntil: repeat?.until ?? null,
        }),
    ...(remindLead === undefined ? {} : { remindLead, remindingStart: null }),
    ...(contactId === undefined ? {} : { contactId }),
  }
}

/** Stores the plan of an event whose times are stored, with its next reminder. */
function putPlan(cx: Cx, id: number, plan: Plan) {
  const found = findEvent(cx.db, id)
  if (found) savePlan(cx, id, { ...plan, remindAt: nextReminder(cx, { ...found, plan }) })
}

function savePlan(cx: Cx, eventId: number, plan: Plan) {
  const isEmpty = Object.values(plan).every((value) => value === null || (Array.isArray(value) && value.length === 0))
  if (isEmpty) cx.db.delete(eventPlans).where(eq(eventPlans.eventId, eventId)).run()
  else
    cx.db
      .insert(eventPlans)
      .values({ eventId, ...plan })
      .onConflictDoUpdate({ target: eventPlans.eventId, set: plan })
      .run()
}

/** The changed times. An event must end after its start, and a repeated one takes place at least once. */
function timesOf(cx: Cx, { start, end }: UpdateEvent, plan: Plan, before?: StoredEvent) {
  const startAt = start === undefined ? (before?.startAt ?? 0) : Date.parse(start)
  const endAt = end === undefined ? (before?.endAt ?? 0) : Date.parse(end)
  if (endAt <= startAt) fail('ERR_INVALID_INPUT', [{ field: 'end', message: 'form.time.reversed' }])
  if (!plan.repeat) return { startAt, endAt }
  if (endAt - startAt > LONGEST_REPEATED) fail('ERR_INVALID_INPUT', [{ field: 'end', message: 'form.time.reversed' }])
  const zone = zoneOf(cx.tenant.timeZone)
  const day = zone.localOf(startAt).slice(0, 10)
  const first = firstDay(day, plan.repeat)
  if (plan.repeatUntil !== null && plan.repeatUntil < first)
    fail('ERR_INVALID_INPUT', [{ field: 'repeat.until', message: 'form.time.reversed' }])
  if (first === day) return { startAt, endAt }
  const moved = zone.instantOf(first + zone.localOf(startAt).slice(10))
  return { startAt: moved, endAt: moved + endAt - startAt }
}

const wordsOf = ({ title, description }: Pick<StoredEvent, 'title' | 'description'>) =>
  searchable(`${title}\n${description}`)

function touch(cx: Cx, id: number): CalendarEvent {
  cx.db.update(events).set({ updatedAt: cx.now() }).where(eq(events.id, id)).run()
  return announce(cx, id, eventUpdated)
}

function announce(cx: Cx, id: number, event: (data: { evento: CalendarEvent }) => LiveEvent): CalendarEvent {
  const found = findEvent(cx.db, id)
  if (!found) return fail(eventErrors.ERR_NO_EVENT_FOUND)
  const evento = showEvent(found)
  notify(cx, found.userId, event({ evento }))
  return evento
}

/** Sends it to the owner's browsers. */
const notify = (cx: Cx, userId: number, event: LiveEvent) => cx.emit(event, (listener) => listener.userId === userId)
