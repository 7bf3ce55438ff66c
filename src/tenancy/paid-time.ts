/**
 * The time until a company's due date and what was paid for it. A change to another monthly price converts the time by the
 * ratio of the prices, so that no order of changes and payments is worth more than what was paid. What a rounding to a day
 * gives or takes stays in `paidPrice` and is settled by the next change. Pure.
 */
import type { Recurrence, Starts } from './contract'
import { localTime, NEVER, renew, renewalStart } from './due'

/** Prices are cents a month. */
export type PaidTime = {
  readonly dueAt: number
  readonly dueDay: number | null
  readonly timeZone: string
  /** Of the plan now; null: the company has none. */
  readonly price: number | null
  /** The average price at which the time was paid; 0: it was given, as a trial. */
  readonly paidPrice: number
  /** Another plan begins at `at`; it was paid until `dueAt`. */
  readonly next: NextPlan | null
}
type NextPlan = { readonly at: number; readonly price: number | null; readonly paidPrice: number }

export type Purchase = {
  readonly price: number
  readonly recurrence: Recurrence
  /** Null: the time is added to the plan that the company has at its due date. */
  readonly change: Starts | null
}

type Part = { readonly from: number; readonly until: number; readonly price: number | null; readonly paidPrice: number }

/** What lies ahead: one part, or two when another plan begins in between. */
function partsOf({ dueAt, price, paidPrice, next }: PaidTime, now: number): Part[] {
  const change = next ? Math.min(next.at, dueAt) : dueAt
  const parts = [
    { from: now, until: change, price, paidPrice },
    ...(next ? [{ from: Math.max(now, change), until: dueAt, price: next.price, paidPrice: next.paidPrice }] : []),
  ]
  return parts.filter(({ from, until }) => until > from)
}

const lengthOf = ({ from, until }: Part): number => until - from
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)

/** Milliseconds that a part lasts at another price. Time that was given is never lengthened. */
function lengthAt(part: Part, price: number): number {
  const length = lengthOf(part)
  if (part.price === price || price === 0) return length
  if (part.paidPrice > 0) return (length * part.paidPrice) / price
  return part.price === null ? length : Math.min(length, (length * part.price) / price)
}

/** What was paid for the time from now on, in cents a month times milliseconds. */
export const paidAhead = (time: PaidTime, now: number): number =>
  sum(partsOf(time, now).map((part) => lengthOf(part) * part.paidPrice))

/** Average price of a value over a time. */
const priceOver = (value: number, length: number): number => (length > 0 ? value / length : 0)

/** All the time ahead on a plan of another price, from now on. */
export function convert(time: PaidTime, price: number, now: number): PaidTime {
  const parts = partsOf(time, now)
  const ahead = sum(parts.map((part) => lengthAt(part, price)))
  const isSame = ahead === time.dueAt - now
  const dueAt = isSame || parts.length === 0 ? time.dueAt : nearestDue(now + ahead, time)
  const length = dueAt - now
  return {
    ...time,
    dueAt,
    dueDay: isSame ? time.dueDay : null,
    price,
    paidPrice: priceOver(paidAhead(time, now), length),
    next: null,
  }
}

/** The nearest instant with the due date's time of day, so that a day always ends when the company expects it. */
function nearestDue(at: number, { dueAt, timeZone }: PaidTime): number {
  const day = localTime(Math.round(Math.min(at, NEVER)), timeZone).toPlainDate()
  const time = localTime(dueAt, timeZone).toPlainTime()
  const around = [-1, 0, 1].map(
    (days) => day.add({ days }).toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds,
  )
  return around.reduce((best, one) => (Math.abs(one - at) < Math.abs(best - at) ? one : best))
}

/** The time after a payment. */
export function buy(time: PaidTime, { price, recurrence, change }: Purchase, now: number): PaidTime {
  const isAhead = time.dueAt > now
  if (change === 'due' && isAhead) return planNext(time, price, recurrence, now)
  const before = change === null ? time : convert(time, price, now)
  const { dueAt, dueDay } = renew(before, recurrence, now)
  const bought = price * (dueAt - renewalStart(before, now))
  if (before.next) {
    const from = Math.max(now, before.next.at)
    const value = Math.max(0, before.dueAt - from) * before.next.paidPrice + bought
    return { ...before, dueAt, dueDay, next: { ...before.next, paidPrice: priceOver(value, dueAt - from) } }
  }
  const paidPrice = priceOver(Math.max(0, before.dueAt - now) * before.paidPrice + bought, dueAt - now)
  return { ...before, dueAt, dueDay, paidPrice, price: change === null ? before.price : price }
}

/** The plan begins at the due date, from which the payment counts. */
function planNext(time: PaidTime, price: number, recurrence: Recurrence, now: number): PaidTime {
  const { dueAt, dueDay } = renew(time, recurrence, now)
  return { ...time, dueAt, dueDay, next: { at: time.dueAt, price, paidPrice: price } }
}

/**
 * Takes back what was bought for `value` (a price times milliseconds): the due date moves towards now, by as much as that is
 * worth at the plans' prices. Time that was given stays.
 */
export function takeBack(time: PaidTime, value: number, now: number): PaidTime {
  let rest = value
  let { dueAt } = time
  for (const part of partsOf(time, now).toReversed()) {
    const price = part.price || part.paidPrice
    if (rest <= 0 || price <= 0) break
    const length = Math.min(lengthOf(part), rest / price)
    rest -= length * price
    dueAt -= length
  }
  if (dueAt === time.dueAt) return time
  const left = Math.max(nearestDue(dueAt, time), now)
  const next = time.next && time.next.at < left ? time.next : null
  const worth = Math.max(0, paidAhead(time, now) - value)
  // With another plan ahead, what is left of the value lies in both parts; their prices stay as they were.
  return { ...time, dueAt: left, dueDay: null, next, ...(!next && { paidPrice: priceOver(worth, left - now) }) }
}
