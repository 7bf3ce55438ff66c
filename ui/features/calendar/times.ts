/** Times of events on the screens, in local times of the company. Pure. */
import type { CalendarEvent } from '../../../src/features/calendar/contract'
import { movedDays, occurrencesIn, type Series, type Zone } from '../../../src/features/calendar/repeat'
import { type EntryTimes, laterBy } from '../../shared/calendar/spans'
import { addDays, instantOf, localTime } from '../../shared/i18n/zoned'

type Times = Pick<CalendarEvent, 'start' | 'end'>

/** An event from midnight to midnight counts as whole days. */
export function localTimes({ start, end }: Times, timeZone: string): EntryTimes {
  const [begins, ends] = [localTime(start, timeZone), localTime(end, timeZone)]
  return { start: begins, end: ends, isAllDay: begins.endsWith('T00:00') && ends.endsWith('T00:00') }
}

/** The instants; null when the day has no such time. */
export function instantsOf({ start, end }: Pick<EntryTimes, 'start' | 'end'>, timeZone: string): Times | null {
  const [begins, ends] = [instantOf(start, timeZone), instantOf(end, timeZone)]
  return begins && ends && begins < ends ? { start: begins, end: ends } : null
}

/** The days of whole-day times, the last one included. */
export const daysOf = ({ start, end }: Pick<EntryTimes, 'start' | 'end'>) => ({
  from: start.slice(0, 10),
  to: laterBy(end, -1).slice(0, 10),
})

/** Whole days as times. */
export const wholeDays = (from: string, to: string): EntryTimes => ({
  start: `${from}T00:00`,
  end: `${addDays(to, 1)}T00:00`,
  isAllDay: true,
})

/** The next full hour, for an hour. */
export function nextHour(now: number, timeZone: string): EntryTimes {
  const start = `${laterBy(localTime(new Date(now).toISOString(), timeZone), 60).slice(0, 13)}:00`
  return { start, end: laterBy(start, 60), isAllDay: false }
}

/** The wall clock of the company's zone. */
export const calendarZone = (timeZone: string): Zone => ({
  localOf: (at) => localTime(new Date(at).toISOString(), timeZone),
  instantOf: (local) => Date.parse(instantOf(local, timeZone) ?? ''),
})

const seriesOf = ({ start, end, repeat, skipped }: CalendarEvent): Series => ({
  start: Date.parse(start),
  end: Date.parse(end),
  repeat,
  skipped,
})

/** When the event takes place within the period. */
export function occurrencesOf(event: CalendarEvent, timeZone: string, { from, to }: { from: string; to: string }) {
  return occurrencesIn(seriesOf(event), calendarZone(timeZone), { from: Date.parse(from), to: Date.parse(to) }).map(
    ({ day, start, end }) => ({ day, start: new Date(start).toISOString(), end: new Date(end).toISOString() }),
  )
}

/** Whether the event is done on this day. */
export const isDoneOn = ({ concluido, doneDays }: CalendarEvent, day: string): boolean =>
  concluido || doneDays.includes(day)

/** The event with this day marked. One that is done on all its days is reopened on all. */
export function markedOn({ repeat, concluido, doneDays }: CalendarEvent, day: string, isDone: boolean) {
  if (!repeat || concluido) return { body: { concluido: isDone }, guess: { concluido: isDone } }
  const others = doneDays.filter((one) => one !== day)
  return { body: { concluido: isDone, day }, guess: { doneDays: isDone ? [...others, day] : others } }
}

/** The times of a series one of whose occurrences moved: the whole series moves with it. */
export function seriesMoved(series: Times, before: Times, after: EntryTimes, timeZone: string): Times | null {
  const wall = (at: string) => Date.parse(`${localTime(at, timeZone)}Z`)
  const shifted = (at: string, was: string, now: string) =>
    new Date(wall(at) + Date.parse(`${now}Z`) - wall(was)).toISOString().slice(0, 16)
  return instantsOf(
    { start: shifted(series.start, before.start, after.start), end: shifted(series.end, before.end, after.end) },
    timeZone,
  )
}

/** The deleted and done days of a series that moves. */
export function marksMoved({ start, repeat, skipped, doneDays }: CalendarEvent, next: Times, timeZone: string) {
  if (!repeat) return { skipped, doneDays }
  const [first, nextFirst] = [localTime(start, timeZone).slice(0, 10), localTime(next.start, timeZone).slice(0, 10)]
  const moved = (days: readonly string[]) => movedDays(days, repeat.kind, first, nextFirst)
  return { skipped: moved(skipped), doneDays: moved(doneDays) }
}
