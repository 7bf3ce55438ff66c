/** Creates, changes and deletes a user's own events. They are not audited. */
import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { LiveEvent } from '../../platform/events'
import { searchable } from '../../platform/text'
import {
  type CalendarEvent,
  type CreateEvent,
  eventCreated,
  eventDeleted,
  eventUpdated,
  MOST_EVENTS,
  type UpdateEvent,
} from './contract'
import { eventErrors } from './errors'
import { countEvents, findEventOf, showEvent } from './queries'
import { events, type StoredEvent } from './tables'

export const createEvent = (cx: Cx, { userId }: Pick<Actor, 'userId'>, wanted: CreateEvent): CalendarEvent =>
  cx.transaction((cx) => {
    if (countEvents(cx.db, userId) >= MOST_EVENTS) fail(eventErrors.ERR_EVENT_LIMIT, { most: MOST_EVENTS })
    const { title, description = '' } = wanted
    const values = {
      userId,
      title,
      description,
      words: wordsOf({ title, description }),
      ...timesOf(wanted),
      createdAt: cx.now(),
      updatedAt: cx.now(),
    }
    const evento = showEvent(cx.db.insert(events).values(values).returning().get())
    notify(cx, userId, eventCreated({ evento }))
    return evento
  })

export const updateEvent = (cx: Cx, actor: Actor, id: number, wanted: UpdateEvent): CalendarEvent =>
  cx.transaction((cx) => {
    const before = findEventOf(cx.db, actor, id)
    const { title = before.title, description = before.description } = wanted
    return save(cx, id, {
      title,
      description,
      words: wordsOf({ title, description }),
      ...timesOf(wanted, before),
    })
  })

export const markEvent = (cx: Cx, actor: Actor, id: number, isDone: boolean): CalendarEvent =>
  cx.transaction((cx) => save(cx, findEventOf(cx.db, actor, id).id, { isDone }))

export const deleteEvent = (cx: Cx, actor: Actor, id: number): void =>
  cx.transaction((cx) => {
    const { userId } = findEventOf(cx.db, actor, id)
    cx.db.delete(events).where(eq(events.id, id)).run()
    notify(cx, userId, eventDeleted({ eventoId: id }))
  })

/** The changed times. An event must end after its start. */
function timesOf({ start, end }: UpdateEvent, before?: StoredEvent) {
  const startAt = start === undefined ? (before?.startAt ?? 0) : Date.parse(start)
  const endAt = end === undefined ? (before?.endAt ?? 0) : Date.parse(end)
  if (endAt <= startAt) fail('ERR_INVALID_INPUT', [{ field: 'end', message: 'form.time.reversed' }])
  return { startAt, endAt }
}

const wordsOf = ({ title, description }: Pick<StoredEvent, 'title' | 'description'>) =>
  searchable(`${title}\n${description}`)

function save(cx: Cx, id: number, change: Partial<StoredEvent>): CalendarEvent {
  const values = { ...change, updatedAt: cx.now() }
  const after = cx.db.update(events).set(values).where(eq(events.id, id)).returning().get()
  if (!after) return fail(eventErrors.ERR_NO_EVENT_FOUND)
  const evento = showEvent(after)
  notify(cx, after.userId, eventUpdated({ evento }))
  return evento
}

/** Sends it to the owner's browsers. */
const notify = (cx: Cx, userId: number, event: LiveEvent) => cx.emit(event, (listener) => listener.userId === userId)
