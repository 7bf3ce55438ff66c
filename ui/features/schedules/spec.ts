/**
 * The rules of schedules on the screens: their order, what events mean for a list, and where one may be moved. Pure.
 */
import {
  isLocked,
  type Schedule,
  scheduleCreated,
  scheduleDeleted,
  scheduleUpdated,
} from '../../../src/features/schedules/contract'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'
import type { CalendarSpan } from './view'

/** Filters of the server. In a calendar also its visible days, the last one included. */
export type ScheduleFilter = {
  readonly search?: string | undefined
  readonly people?: readonly number[] | undefined
  readonly kind?: Schedule['type'] | undefined
  readonly pending?: true | undefined
  readonly contactId?: number | undefined
  readonly days?: { readonly from: string; readonly to: string } | undefined
  /** Those days as instants, the end excluded. */
  readonly period?: { readonly from: string; readonly to: string } | undefined
}

/** The calendar sorts by time; the table shows the next first, and past ones below, latest first. */
const inTable = (a: Schedule, b: Schedule): number => {
  const [isDue, isOtherDue] = [a.status === 'pending', b.status === 'pending']
  if (isDue !== isOtherDue) return isDue ? -1 : 1
  return byTime(a, b) * (isDue ? 1 : -1)
}
const byTime = (a: Schedule, b: Schedule): number => Date.parse(a.sendAt) - Date.parse(b.sendAt) || a.id - b.id

export const schedulesSpec: CrudSpec<Schedule, ScheduleFilter> = {
  key: ['schedules'],
  compare: (a, b, { days }) => (days ? byTime : inTable)(a, b),
  merge: (known, row) => (row.updatedAt < known.updatedAt ? known : row),
  events: [
    on(scheduleCreated, ({ record }) => ({ put: record })),
    on(scheduleUpdated, ({ record }) => ({ put: record })),
    on(scheduleDeleted, ({ id }) => ({ drop: id })),
  ],
  belongs: ({ user, type, status, sendAt, contactId: of }, { people, kind, pending, contactId, period }) =>
    (!contactId || of === contactId) &&
    (!people || people.includes(user.id)) &&
    (!kind || type === kind) &&
    (!pending || status === 'pending') &&
    (!period || (sendAt >= period.from && sendAt < period.to)),
  onlyServerAdds: ({ search }) => Boolean(search),
}

const parts = (day: string) => day.split('-').map(Number) as [number, number, number] // of a calendar day
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const DAY = 86_400_000

/** The days shown by a calendar span; a month shows whole weeks. */
export function shownDays(span: CalendarSpan, day: string): { from: string; to: string } {
  const [year, month, date] = parts(day)
  const at = Date.UTC(year, month - 1, date)
  if (span === 'day') return { from: day, to: day }
  const weekOf = (at: number) => at - new Date(at).getUTCDay() * DAY
  if (span === 'week') return { from: dayOf(weekOf(at)), to: dayOf(weekOf(at) + 6 * DAY) }
  const [first, last] = [Date.UTC(year, month - 1, 1), Date.UTC(year, month, 0)]
  return { from: dayOf(weekOf(first)), to: dayOf(weekOf(last) + 6 * DAY) }
}

/** A day in the previous span (-1) or the next (1). */
export function stepped(span: CalendarSpan, day: string, by: -1 | 1): string {
  const [year, month, date] = parts(day)
  if (span === 'month') return dayOf(Date.UTC(year, month - 1 + by, 1))
  return dayOf(Date.UTC(year, month - 1, date + by * (span === 'week' ? 7 : 1)))
}

/**
 * Moves by arrow keys: a day sideways, a week up and down in a month, half an hour in a week. `local` is
 * `2026-11-19T14:30`.
 */
export function movedBy(key: string, span: CalendarSpan, local: string): string | null {
  const minutes: Record<string, number> = {
    ArrowLeft: -1440,
    ArrowRight: 1440,
    ArrowUp: span === 'month' ? -7 * 1440 : -30,
    ArrowDown: span === 'month' ? 7 * 1440 : 30,
  }
  const step = minutes[key]
  return step === undefined ? null : new Date(Date.parse(`${local}Z`) + step * 60_000).toISOString().slice(0, 16)
}

/** Only unsent ones can be moved, and not into the past. */
export const mayMove = (schedule: Schedule, now: number): boolean =>
  !isLocked(schedule) && Date.parse(schedule.sendAt) > now
