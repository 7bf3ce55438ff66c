/** Due dates: when the next payment is due, which period an invoice renews, and when to send a mail about it. */
import { type Recurrence, recurrenceMonths } from '../../tenancy/contract'

/** Days before the due date on which an invoice is created. */
export const INVOICE_AHEAD = 10

export type Subscription = {
  readonly dueAt: number
  /** The day of the month on which it pays, when the due date fell on a shorter month's last day. */
  readonly dueDay: number | null
  readonly timeZone: string
}
export type Renewal = Pick<Subscription, 'dueAt' | 'dueDay'>

const localTime = (at: number, timeZone: string) =>
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

/** The period that an invoice renews: its due date as `2026-11-22`. A company has one invoice for each. */
export const periodOf = (dueAt: number, timeZone: string): string => localTime(dueAt, timeZone).toPlainDate().toString()

/** Calendar days from today until the due date; negative when it has passed. */
export const daysUntil = (dueAt: number, now: number, timeZone: string): number =>
  localTime(now, timeZone).toPlainDate().until(localTime(dueAt, timeZone).toPlainDate()).days

/** Days from the due date on which a mail is sent. */
export const mailDays = [-10, -3, 0, 3, 10] as const
export type MailDay = (typeof mailDays)[number]
/** A mail that could not be sent on its day is sent up to so many days later. */
const LATEST_MAIL = 2

/** The mail to send now; undefined for none. `daysLeft` as returned by `daysUntil`. */
export const mailDue = (daysLeft: number): MailDay | undefined =>
  mailDays.findLast((day) => day <= -daysLeft && -daysLeft - day <= LATEST_MAIL)
