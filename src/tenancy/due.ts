/** Due dates: when the next payment is due, and which period an invoice renews. */
import { type Recurrence, recurrenceMonths } from './contract'

/** The due date of a company that never expires: the operator's own, and those with a free plan. */
export const NEVER = Date.UTC(2999, 11, 31)

export type Subscription = {
  readonly dueAt: number
  /** The day of the month on which it pays, when the due date fell on a shorter month's last day. */
  readonly dueDay: number | null
  readonly timeZone: string
}
export type Renewal = Pick<Subscription, 'dueAt' | 'dueDay'>

export const localTime = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)

/**
 * The due date after a payment: one recurrence later at the same time of day, counted from the old due date, or from
 * today if that has passed. The day of the month is kept, or the month's last day if it is shorter.
 */
export function renew({ dueAt, dueDay, timeZone }: Subscription, recurrence: Recurrence, now: number): Renewal {
  const due = localTime(dueAt, timeZone)
  const today = localTime(now, timeZone).toPlainDate()
  const isPast = Temporal.PlainDate.compare(due.toPlainDate(), today) < 0
  const from = isPast ? today : due.toPlainDate()
  const day = !isPast && dueDay !== null && due.day === due.daysInMonth ? Math.max(dueDay, due.day) : from.day
  const month = from.with({ day: 1 }).add({ months: recurrenceMonths[recurrence] })
  const next = month.with({ day: Math.min(day, month.daysInMonth) })
  return {
    dueAt: next.toZonedDateTime({ timeZone, plainTime: due.toPlainTime() }).epochMilliseconds,
    dueDay: day > next.day ? day : null,
  }
}

/** Where the time that a payment buys begins: the due date, or today at its time of day if that has passed. */
export function renewalStart({ dueAt, timeZone }: Pick<Subscription, 'dueAt' | 'timeZone'>, now: number): number {
  const due = localTime(dueAt, timeZone)
  const today = localTime(now, timeZone).toPlainDate()
  return Temporal.PlainDate.compare(due.toPlainDate(), today) >= 0
    ? dueAt
    : today.toZonedDateTime({ timeZone, plainTime: due.toPlainTime() }).epochMilliseconds
}

/** The period that an invoice renews: its due date as `2026-11-22`. A company has one invoice for each. */
export const periodOf = (dueAt: number, timeZone: string): string => localTime(dueAt, timeZone).toPlainDate().toString()

/** Calendar days from today until the due date; negative when it has passed. */
export const daysUntil = (dueAt: number, now: number, timeZone: string): number =>
  localTime(now, timeZone).toPlainDate().until(localTime(dueAt, timeZone).toPlainDate()).days

/** The last millisecond of a calendar day such as `2026-11-22`; undefined when there is no such day. */
export function endOfDay(day: string, timeZone: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  try {
    const next = Temporal.PlainDate.from(day).add({ days: 1 })
    return next.toZonedDateTime({ timeZone }).epochMilliseconds - 1
  } catch {
    return undefined
  }
}
