import { and, asc, count, desc, eq, gt, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { contacts } from '../../contacts/tables'
import { fail } from '../../errors'
import type { Period } from '../../platform/days'
import { instant, instantOrNull } from '../../platform/formats'
import { needleOf } from '../../platform/needle'
import { getOnlyValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { likeContaining } from '../../platform/text'
import { type CalendarEvent, MOST_EVENTS, MOST_LISTED_EVENTS } from './contract'
import { eventErrors } from './errors'
import { occurrencesIn, type Series, type Zone } from './repeat'
import { eventPlans, events, noPlan, type Plan, type StoredEvent } from './tables'

/** An event with its plan. */
export type FoundEvent = StoredEvent & { readonly plan: Plan; readonly contactName: string | null }

const rows = (db: Db) =>
  db
    .select({ event: events, plan: eventPlans, contactName: contacts.name })
    .from(events)
    .leftJoin(eventPlans, eq(eventPlans.eventId, events.id))
    .leftJoin(contacts, eq(contacts.id, eventPlans.contactId))
    .$dynamic()
type Row = ReturnType<ReturnType<typeof rows>['all']>[number]
function foundIn({ event, plan, contactName }: Row): FoundEvent {
  if (!plan) return { ...event, plan: noPlan, contactName }
  const { eventId, ...own } = plan
  return { ...event, plan: own, contactName }
}

export function findEvent(db: Db, id: number): FoundEvent | undefined {
  const row = rows(db).where(eq(events.id, id)).get()
  return row && foundIn(row)
}

/** An event of this person; other people's events count as missing. */
export function findEventOf(db: Db, { userId }: Pick<Actor, 'userId'>, id: number): FoundEvent {
  const found = findEvent(db, id)
  return found?.userId === userId ? found : fail(eventErrors.ERR_NO_EVENT_FOUND)
}

export const repeatOf = ({ repeat, repeatUntil }: Plan): Series['repeat'] =>
  repeat && { kind: repeat, until: repeatUntil }

export const seriesOf = ({ startAt, endAt, plan }: FoundEvent): Series => ({
  start: startAt,
  end: endAt,
  repeat: repeatOf(plan),
  skipped: plan.skipped,
})

export function showEvent({ id, title, description, startAt, endAt, isDone, ...found }: FoundEvent): CalendarEvent {
  const { plan, contactName } = found
  return {
    id,
    title,
    description,
    start: instant(startAt),
    end: instant(endAt),
    concluido: isDone,
    doneDays: [...plan.doneDays],
    repeat: repeatOf(plan),
    skipped: [...plan.skipped],
    remindLead: plan.remindLead,
    remindingStart: instantOrNull(plan.remindingStart),
    contact: plan.contactId === null ? null : { id: plan.contactId, name: contactName ?? '' },
    createdAt: instant(found.createdAt),
    updatedAt: instant(found.updatedAt),
  }
}

type EventFilter = {
  /** Null: the latest events of any time. */
  readonly span: Period | null
  readonly zone: Zone
  readonly search: string
}

/** A user's events that overlap the span, in order of time. A repeated one is listed once, at its first time. */
export function listEvents(db: Db, userId: number, { span, zone, search }: EventFilter): FoundEvent[] {
  const conditions = [
    eq(events.userId, userId),
    ...needleOf(search).map((word) => sql`${events.words} LIKE ${likeContaining(word)} ESCAPE '\\'`),
  ]
  if (!span) return latest(db, conditions)
  const repeated = rows(db)
    .where(and(...conditions, isNotNull(eventPlans.repeat), lt(events.startAt, span.to)))
    .all()
    .map(foundIn)
    .filter((one) => occurrencesIn(seriesOf(one), zone, span).length > 0)
  const single = [isNull(eventPlans.repeat), lt(events.startAt, span.to), gt(events.endAt, span.from)]
  const found = latest(db, [...conditions, ...single])
  return repeated.length === 0 ? found : [...found, ...repeated].sort(byTime)
}

const latest = (db: Db, conditions: readonly SQL[]): FoundEvent[] =>
  rows(db)
    .where(and(...conditions))
    .orderBy(desc(events.startAt), desc(events.endAt), desc(events.id))
    .limit(MOST_LISTED_EVENTS)
    .all()
    .reverse()
    .map(foundIn)

const byTime = (a: StoredEvent, b: StoredEvent): number => a.startAt - b.startAt || a.endAt - b.endAt || a.id - b.id

/** All events of a user, for a file. */
export const listAllEvents = (db: Db, userId: number): FoundEvent[] =>
  rows(db)
    .where(eq(events.userId, userId))
    .orderBy(asc(events.startAt), asc(events.id))
    .limit(MOST_EVENTS)
    .all()
    .map(foundIn)

export const listReminding = (db: Db, userId: number): FoundEvent[] =>
  rows(db)
    .where(and(eq(events.userId, userId), isNotNull(eventPlans.remindingStart)))
    .orderBy(asc(eventPlans.remindingStart), asc(events.id))
    .all()
    .map(foundIn)

/** Events whose reminder is due. */
export const listDueReminders = (db: Db, now: number, most: number): number[] =>
  db
    .select({ id: eventPlans.eventId })
    .from(eventPlans)
    .where(lte(eventPlans.remindAt, now))
    .orderBy(asc(eventPlans.remindAt))
    .limit(most)
    .all()
    .map(({ id }) => id)

export const countEvents = (db: Db, userId: number): number =>
  getOnlyValue<number>(db, 'SELECT count(*) FROM events WHERE user_id = ?', userId)

export const countSeries = (db: Db, userId: number): number =>
  db
    .select({ count: count() })
    .from(events)
    .innerJoin(eventPlans, eq(eventPlans.eventId, events.id))
    .where(and(eq(events.userId, userId), isNotNull(eventPlans.repeat)))
    .get()?.count ?? 0
