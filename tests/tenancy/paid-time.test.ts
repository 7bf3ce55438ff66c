/** No order of changes and payments is worth more than what was paid. */
import { describe, expect, test } from 'bun:test'
import { DAY } from '../../src/platform/time'
import { type Recurrence, recurrenceMonths } from '../../src/tenancy/contract'
import { buy, convert, give, type PaidTime, paidAhead, takeBack } from '../../src/tenancy/paid-time'
import { createRandom } from '../support/random'

const timeZone = 'America/Sao_Paulo'
const START = Date.parse('2026-11-28T15:00:00Z')
const endOf = (day: string) => Date.parse(`${day}T23:59:59.999-03:00`)
const at = (day: string, change: Partial<PaidTime> = {}): PaidTime => ({
  dueAt: endOf(day),
  dueDay: null,
  timeZone,
  price: 1000,
  paidPrice: 1000,
  givenUntil: null,
  next: null,
  ...change,
})
const day = ({ dueAt }: { readonly dueAt: number }) => new Date(dueAt - 3 * 3_600_000).toISOString().slice(0, 10)

describe('a change to another monthly price', () => {
  test('shortens a year of the cheap plan by the ratio of the prices', () => {
    const after = buy(at('2027-11-30'), { price: 100_000, recurrence: 'MENSAL', change: 'now' }, START)
    // 367.5 days at 1 % are 3.7 days, and then a month.
    expect(day(after)).toBe('2027-01-01')
  })

  test.each<[string, PaidTime, number, string]>([
    ['lengthens it when it becomes cheaper', at('2026-12-08'), 500, '2026-12-18'],
    ['keeps it at the same price', at('2026-12-08'), 1000, '2026-12-08'],
    ['never lengthens a trial', at('2026-12-05', { price: 100_000, paidPrice: 0 }), 1000, '2026-12-05'],
    ['shortens a trial', at('2026-12-08', { paidPrice: 0 }), 2000, '2026-12-03'],
    ['keeps a trial without a plan', at('2026-12-05', { price: null, paidPrice: 0 }), 1000, '2026-12-05'],
    ['has nothing to convert when it is overdue', at('2026-11-01'), 2000, '2026-11-01'],
    ['gives nothing for a free plan', at('2027-11-30', { price: 0, paidPrice: 0 }), 1000, '2026-11-28'],
  ])('%s', (_, time, price, until) => expect(day(convert(time, price, START))).toBe(until))

  test('at the due date leaves the time until then as it is', () => {
    const after = buy(at('2026-12-08'), { price: 3000, recurrence: 'MENSAL', change: 'due' }, START)
    expect(day(after)).toBe('2027-01-08')
    expect(after).toMatchObject({ price: 1000, next: { at: endOf('2026-12-08'), price: 3000, paidPrice: 3000 } })
  })

  test('converts what was paid for a plan that has not begun too', () => {
    const waiting = buy(at('2026-12-08'), { price: 3000, recurrence: 'MENSAL', change: 'due' }, START)
    // 10 days at 10.00 and 31 at 30.00 are 34 days at 30.00.
    expect(day(convert(waiting, 3000, START))).toBe('2027-01-01')
  })

  test('when overdue counts from today', () => {
    const after = buy(at('2026-11-01'), { price: 2000, recurrence: 'MENSAL', change: 'now' }, START)
    expect(day(after)).toBe('2026-12-28')
  })
})

test('a refund takes back what it has bought, and no more', () => {
  const before = at('2026-12-08')
  const after = buy(before, { price: 1000, recurrence: 'MENSAL', change: null }, START)
  const value = 1000 * (after.dueAt - before.dueAt)
  expect(day(takeBack(after, value, START))).toBe('2026-12-08')
  expect(day(takeBack(after, value / 2, START))).toBe('2026-12-23')
  expect(takeBack(after, value * 100, START).dueAt).toBeGreaterThanOrEqual(START)
})

describe('time that the operator gives', () => {
  /** Ten days paid, and a month given. */
  const given = give(at('2026-12-08'), { dueAt: endOf('2027-01-08'), dueDay: null }, START)

  test('has no value, so that a change of plan does not convert it', () => {
    expect(paidAhead(given, START)).toBe(paidAhead(at('2026-12-08'), START))
    expect(given.paidPrice).toBe(1000)
    // Ten days at 10.00 are twenty at 5.00; the month stays a month.
    expect(day(convert(given, 500, START))).toBe('2027-01-18')
    // At 20.00 the ten days are five, and the month is worth no more than it was.
    expect(day(convert(given, 2000, START))).toBe('2026-12-18')
  })

  test('is not taken by a refund, which is measured by what the charge has paid', () => {
    const paid = buy(given, { price: 1000, recurrence: 'MENSAL', change: null }, START)
    const value = 1000 * (paid.dueAt - given.dueAt)
    expect(day(paid)).toBe('2027-02-08')
    expect(day(takeBack(paid, value, START))).toBe('2027-01-08')
    // The plan has become dearer since.
    expect(day(takeBack({ ...paid, price: 4000 }, value, START))).toBe('2027-01-08')
    // Ten days were paid before, and the month that was given is left.
    expect(day(takeBack({ ...paid, price: 4000 }, value * 100, START))).toBe('2026-12-29')
  })

  test('goes first when the operator takes time back', () => {
    const back = give(given, { dueAt: endOf('2026-12-20'), dueDay: null }, START)
    expect([paidAhead(back, START), back.paidPrice]).toEqual([paidAhead(given, START), 1000])
    const all = give(given, { dueAt: endOf('2026-12-08'), dueDay: null }, START)
    expect(all).toEqual(at('2026-12-08'))
  })

  test('of an overdue company lasts from now', () => {
    const after = give(at('2026-11-01'), { dueAt: endOf('2026-12-28'), dueDay: null }, START)
    expect(paidAhead(after, START)).toBe(0)
    const paid = buy(after, { price: 1000, recurrence: 'MENSAL', change: null }, START)
    expect(Math.round(paidAhead(paid, START) / (1000 * DAY))).toBe(31)
  })
})

const recurrences = Object.keys(recurrenceMonths) as Recurrence[]
const prices = [700, 1000, 1990, 4900, 24_900, 100_000]

/** A company that buys, changes, waits and buys again. Values are cents a month times milliseconds. */
function history(seed: number, time: PaidTime) {
  const random = createRandom(seed)
  let now = START
  let used = 0
  let paid = 0
  /** Purchases after the due date begin at the end of the day: its rest is free. */
  let late = 0
  const pass = (until: number) => {
    for (let from = now; from < until && from < time.dueAt; ) {
      const { next } = time
      if (next && next.at <= from) time = { ...time, price: next.price, paidPrice: next.paidPrice, next: null }
      const end = Math.min(until, time.dueAt, time.next?.at ?? Number.POSITIVE_INFINITY)
      used += (end - from) * (time.price ?? 0)
      from = Math.max(end, from + 1)
    }
    now = until
  }
  for (let step = 0; step < 1 + random.below(6); step++) {
    pass(now + random.below(40 * DAY))
    if (time.next && time.next.at <= now)
      time = { ...time, price: time.next.price, paidPrice: time.next.paidPrice, next: null }
    const price = random.oneIn(3) ? (time.price ?? 1000) : random.pick(prices)
    const change =
      price === time.price && !time.next
        ? null
        : random.pick(time.next ? (['now'] as const) : (['now', 'due'] as const))
    const recurrence = random.pick(recurrences)
    if (time.dueAt <= now) late++
    const before = paidAhead(time, now)
    const after = buy(time, { price, recurrence, change }, now)
    // What is added is the price times the time of its months.
    const added = paidAhead(after, now) - before
    const months = recurrenceMonths[recurrence]
    expect(added / price / DAY).toBeGreaterThanOrEqual(28 * months - 1)
    expect(added / price / DAY).toBeLessThanOrEqual(31 * months + 1)
    paid += added
    time = after
  }
  const highest = Math.max(...prices)
  pass(time.dueAt + DAY)
  return { used, paid, slack: DAY * highest * (1 + late) }
}

describe('a random history of payments and changes', () => {
  test('uses what was paid, to a day', () => {
    for (let seed = 1; seed <= 1500; seed++) {
      // Paid until now, so that nothing is given.
      const { used, paid, slack } = history(seed, at('2026-11-28', { dueAt: START, price: 1000, paidPrice: 1000 }))
      expect({ seed, tooMuch: used > paid + slack }).toEqual({ seed, tooMuch: false })
    }
  })

  test('never makes more of a trial than it was', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const price = prices[seed % prices.length] ?? 1000
      const trial = at('2026-12-05', { price, paidPrice: 0 })
      const given = (trial.dueAt - START) * price
      const { used, paid, slack } = history(seed, trial)
      expect({ seed, tooMuch: used > paid + given + slack }).toEqual({ seed, tooMuch: false })
    }
  })
})
