/** Times of events on the screens, in local times of the company. Pure. */
import type { CalendarEvent } from '../../../src/features/calendar/contract'
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
