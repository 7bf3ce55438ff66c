import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Period } from '../../platform/days'
import { finder } from '../../platform/finder'
import { instant } from '../../platform/formats'
import { needleOf } from '../../platform/needle'
import { getOnlyValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { likeContaining } from '../../platform/text'
import { type CalendarEvent, MOST_LISTED_EVENTS } from './contract'
import { eventErrors } from './errors'
import { events, type StoredEvent } from './tables'

const { find } = finder(events, eventErrors.ERR_NO_EVENT_FOUND)

/** An event of this person; other people's events count as missing. */
export function findEventOf(db: Db, { userId }: Pick<Actor, 'userId'>, id: number): StoredEvent {
  const found = find(db, id)
  return found?.userId === userId ? found : fail(eventErrors.ERR_NO_EVENT_FOUND)
}

export const showEvent = ({ id, title, description, startAt, endAt, isDone, ...row }: StoredEvent): CalendarEvent => ({
  id,
  title,
  description,
  start: instant(startAt),
  end: instant(endAt),
  concluido: isDone,
  createdAt: instant(row.createdAt),
  updatedAt: instant(row.updatedAt),
})

type Wanted = {
  /** Null: the latest events of any time. */
  readonly span: Period | null
  readonly search: string
}

/** A user's events that overlap the span, in order of time. */
export function listEvents(db: Db, userId: number, { span, search }: Wanted): CalendarEvent[] {
  return db
    .select()
    .from(events)
    .where(
      and(
        eq(events.userId, userId),
        ...(span ? [lt(events.startAt, span.to), gt(events.endAt, span.from)] : []),
        ...needleOf(search).map((word) => sql`${events.words} LIKE ${likeContaining(word)} ESCAPE '\\'`),
      ),
    )
    .orderBy(desc(events.startAt), desc(events.endAt), desc(events.id))
    .limit(MOST_LISTED_EVENTS)
    .all()
    .reverse()
    .map(showEvent)
}

export const countEvents = (db: Db, userId: number): number =>
  getOnlyValue<number>(db, 'SELECT count(*) FROM events WHERE user_id = ?', userId)
