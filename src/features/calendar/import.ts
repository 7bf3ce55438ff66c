/** Takes the events of a calendar file into a person's calendar. */
import { and, eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import { createBudget } from '../../platform/budget'
import type { Cx } from '../../platform/cx'
import { instant } from '../../platform/formats'
import { readMultipart } from '../../platform/multipart'
import type { Db } from '../../platform/sqlite'
import type { UploadTarget } from '../../platform/uploads'
import { insertEvent, updateEvent } from './actions'
import { ICS_LIMIT, type ImportedEvents, MOST_EVENTS, MOST_SERIES } from './contract'
import { eventErrors } from './errors'
import { type FileEvent, readCalendar } from './ics-read'
import { uidOf } from './ics-write'
import { countEvents, countSeries, type FoundEvent, findEvent } from './queries'
import { eventPlans, events, noPlan, type Plan } from './tables'

/** Events per transaction. */
const EVENTS_PER_TRANSACTION = 20

/** The text of the form's file. */
export async function receiveCalendar(request: Request, place: UploadTarget): Promise<string> {
  const { parts, release } = await readMultipart(request, place, { files: 1, bytes: ICS_LIMIT })
  try {
    const [part] = parts
    if (!part) return fail('ERR_INVALID_INPUT', [{ field: 'file', message: 'form.required' }])
    const bytes = await Bun.file(part.path).bytes()
    return decode(bytes)
  } finally {
    await release()
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** `stillHere` fails once the person has left: the work has pauses. */
export async function importEvents(cx: Cx, stillHere: () => Actor, text: string): Promise<ImportedEvents> {
  const budget = createBudget()
  const content = await readCalendar(text, cx.tenant.timeZone, budget)
  if (!content) return fail(eventErrors.ERR_NO_CALENDAR)
  const result = { created: 0, updated: 0, simplified: 0, unreadable: content.unreadable, left: content.left }
  for (let at = 0; at < content.events.length; at += EVENTS_PER_TRANSACTION) {
    await budget.rest()
    const { userId } = stillHere()
    cx.transaction((cx) => {
      for (const one of content.events.slice(at, at + EVENTS_PER_TRANSACTION)) {
        const done = take(cx, userId, one)
        result[done.as]++
        if (done.isSimplified) result.simplified++
      }
    })
  }
  return result
}

type ImportOutcome = { readonly as: 'created' | 'updated' | 'left'; readonly isSimplified: boolean }

function take(cx: Cx, userId: number, { uid, repeat, skipped, remindLead, ...event }: FileEvent): ImportOutcome {
  const before = findByUid(cx.db, userId, uid)
  if (!before && countEvents(cx.db, userId) >= MOST_EVENTS) return { as: 'left', isSimplified: false }
  const isFull = repeat !== null && !before?.plan.repeat && countSeries(cx.db, userId) >= MOST_SERIES
  const old = before?.plan ?? noPlan
  const plan = {
    repeat: isFull ? null : (repeat?.kind ?? null),
    repeatUntil: isFull ? null : (repeat?.until ?? null),
    skipped: isFull ? [] : skipped,
    remindLead: remindLead ?? old.remindLead,
    uid: before ? old.uid : uid,
  } satisfies Partial<Plan>
  const { title, description } = event
  const wanted = { title, description, start: instant(event.start), end: instant(event.end) }
  if (before) updateEvent(cx, before, wanted, plan)
  else insertEvent(cx, userId, wanted, { ...noPlan, ...plan })
  return { as: before ? 'updated' : 'created', isSimplified: event.isSimplified || isFull }
}

/** The person's event of this name: one that came from a file, or whose file we wrote. */
function findByUid(db: Db, userId: number, uid: string): FoundEvent | undefined {
  const ours = /^event-([1-9]\d{0,14})-\d+@balcao$/.exec(uid)
  const own = ours && findEvent(db, Number(ours[1]))
  if (own && own.userId === userId && uidOf(own) === uid) return own
  const row = db
    .select({ id: events.id })
    .from(eventPlans)
    .innerJoin(events, eq(events.id, eventPlans.eventId))
    .where(and(eq(eventPlans.uid, uid), eq(events.userId, userId)))
    .get()
  return row && findEvent(db, row.id)
}
