/**
 * The time until a company's due date and what was paid for it. A change to another monthly price converts the time by the
 * ratio of the prices, so that no order of changes and payments is worth more than what was paid. What a rounding to a day
 * gives or takes stays in `paidPrice` and is settled by the next change. Pure.
 */
import type { Recurrence, Starts } from './contract'
import { localTime, NEVER, type Renewal, renew, renewalStart } from './due'

/** Prices are cents a month. */
export type PaidTime = {
  readonly dueAt: number
  readonly dueDay: number | null
  readonly timeZone: string
  /** Of the plan now; null: the company has none. */
  readonly price: number | null
  /** The average price at which the time was paid; 0: it was given, as a trial. */
  readonly paidPrice: number
  /** Until then the time was given, so `paidPrice` is that of the time after it. Null: none was given, or all. */
  readonly givenUntil: number | null
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

/** What lies ahead: time that was given, time that was paid, and time of a plan that begins in between. */
function partsOf({ dueAt, price, paidPrice, givenUntil, next }: PaidTime, now: number): Part[] {
  const change = next ? Math.min(next.at, dueAt) : dueAt
  const paidFrom = Math.min(Math.max(now, givenUntil ?? now), change)
  const parts = [
    { from: now, until: paidFrom, price, paidPrice: 0 },
    { from: paidFrom, until: change, price, paidPrice },
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

/** Until when the time ahead was given. */
const endOfGiven = ({ dueAt, paidPrice, givenUntil }: PaidTime, now: number): number =>
  Math.max(now, Math.min(dueAt, paidPrice === 0 ? dueAt : (givenUntil ?? now)))

/**
 * Time that the operator gives or takes: the due date moves, and what was paid stays what it was. What is given is used
 * first; only with another plan ahead it lies in that plan's time.
 */
export function give(time: PaidTime, { dueAt, dueDay }: Renewal, now: number): PaidTime {
  const longer = dueAt - Math.max(time.dueAt, now)
  if (time.next && longer > 0) {
    const { at, paidPrice } = time.next
    const [before, after] = [time.dueAt, dueAt].map((until) => Math.max(0, until - Math.max(now, at)))
    return {
      ...time,
      dueAt,
      dueDay,
      next: { ...time.next, paidPrice: priceOver((before ?? 0) * paidPrice, after ?? 0) },
    }
  }
  const givenUntil = Math.min(Math.max(now, endOfGiven(time, now) + longer), Math.max(now, dueAt))
  return { ...time, dueAt, dueDay, givenUntil: givenUntil > now ? givenUntil : null }
}

/** Average price of a value over a time. */
const priceOver = (value: number, length: number): number => (length > 0 ? value / length : 0)

/** All the time ahead on a plan of another price, from now on. */
export function convert(time: PaidTime, price: number, now: number): PaidTime {
  const parts = partsOf(time, now)
  const ahead = sum(parts.map((part) => lengthAt(part, price)))
  const isSame = ahead === time.dueAt - now
  const dueAt = isSame || parts.length === 0 ? time.dueAt : nearestDue(now + ahead, time)
  const given = sum(parts.map((part) => (part.paidPrice === 0 ? lengthAt(part, price) : 0)))
  const givenUntil = Math.min(now + given, Math.max(now, dueAt))
  return {
    ...time,
    dueAt,
    dueDay: isSame ? time.dueDay : null,
    price,
    paidPrice: priceOver(paidAhead(time, now), dueAt - givenUntil),
    givenUntil: given > 0 ? givenUntil : null,
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

/** One plan until the due date, for what was paid for both. */
export function withoutNext(time: PaidTime, now: number): PaidTime {
  if (time.next === null) return time
  const paidPrice = priceOver(paidAhead(time, now), time.dueAt - endOfGiven(time, now))
  return { ...time, next: null, paidPrice }
}

/** The time after a payment. */
export function buy(time: PaidTime, { price, recurrence, change }: Purchase, now: number): PaidTime {
  const isAhead = time.dueAt > now
  if (change === 'due' && isAhead) return planNext(time, price, recurrence, now)
  const before = change === null ? time : convert(time, price, now)
  const { dueAt, dueDay } = renew(before, recurrence, now)
  const bought = price * (dueAt - renewalStart(before, now))
  const given = endOfGiven(before, now)
  const givenUntil = given > now ? given : null
  if (before.next) {
    const from = Math.max(now, before.next.at)
    const value = Math.max(0, before.dueAt - from) * before.next.paidPrice + bought
    return { ...before, dueAt, dueDay, next: { ...before.next, paidPrice: priceOver(value, dueAt - from) } }
  }
  const paidPrice = priceOver(paidAhead(before, now) + bought, dueAt - given)
  return { ...before, dueAt, dueDay, paidPrice, givenUntil, price: change === null ? before.price : price }
}

/** The plan begins at the due date, from which the payment counts. */
function planNext(time: PaidTime, price: number, recurrence: Recurrence, now: number): PaidTime {
  const { dueAt, dueDay } = renew(time, recurrence, now)
  return { ...time, dueAt, dueDay, next: { at: time.dueAt, price, paidPrice: price } }
}

/**
 * Takes back what was bought for `value` (a price times milliseconds): the due date moves towards now, by as much as that
 * has bought. Time that was given stays.
 */
export function takeBack(time: PaidTime, value: number, now: number): PaidTime {
  let rest = value
  let { dueAt } = time
  for (const part of partsOf(time, now).toReversed()) {
    const { paidPrice } = part
    if (rest <= 0 || paidPrice === 0) break
    const length = Math.min(lengthOf(part), rest / paidPrice)
    rest -= length * paidPrice
    dueAt -= length
  }
  if (dueAt === time.dueAt) return time
  const left = Math.max(nearestDue(dueAt, time), now)
  const next = time.next && time.next.at < left ? time.next : null
  const worth = Math.max(0, paidAhead(time, now) - value)
  // With another plan ahead, what is left of the value lies in both parts; their prices stay as they were.
  const paidPrice = priceOver(worth, left - endOfGiven({ ...time, dueAt: left }, now))
  return { ...time, dueAt: left, dueDay: null, next, ...(!next && { paidPrice }) }
}
