/** What a month costs, over many random months. */
import { describe, expect, test } from 'bun:test'
import { chargeCategories, estimateOf, type PriceTable } from '../../src/features/message-costs/contract'
import { type ChargedDay, costOf } from '../../src/features/message-costs/meter'
import { createRandom, type Random } from '../support/random'

const table = (from: string, prices: Partial<PriceTable> = {}): PriceTable => ({
  from,
  service: 381,
  utility: 400,
  marketing: 3500,
  authentication: 500,
  freeService: 1000,
  ...prices,
})
const day = (day: string, counted: Partial<ChargedDay> = {}): ChargedDay => ({
  day,
  category: 'service',
  billed: 0,
  free: 0,
  entry: 0,
  ...counted,
})
const OCTOBER = [table('2026-10-01')]

/** One row for each day and category, as in the table. */
const randomMonth = ({ between, pick, oneIn }: Random): ChargedDay[] => {
  const rows = Array.from({ length: between(0, 60) }, () =>
    day(`2026-11-${String(between(1, 31)).padStart(2, '0')}`, {
      category: pick(chargeCategories),
      billed: oneIn(3) ? 0 : between(0, 200),
      free: oneIn(3) ? between(0, 100) : 0,
      entry: oneIn(4) ? between(0, 50) : 0,
    }),
  )
  return [...new Map(rows.map((row) => [`${row.day} ${row.category}`, row])).values()]
}
const randomTables = ({ between }: Random): PriceTable[] =>
  ['2026-10-01', '2026-11-10', '2026-11-20']
    .slice(0, between(0, 4))
    .map((from) =>
      table(from, { service: between(0, 900), marketing: between(0, 9000), freeService: between(0, 1500) }),
    )
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

describe('the cost of a month', () => {
  test('is free for the first service messages, however the messenger reports them, and then charged', () => {
    const reported = [day('2026-11-02', { billed: 600 }), day('2026-11-03', { billed: 401 })]
    expect(costOf(reported, OCTOBER)).toMatchObject({ amount: 381, freeUsed: 1000 })
    const exempt = [day('2026-11-02', { free: 1000 }), day('2026-11-03', { billed: 1 })]
    expect(costOf(exempt, OCTOBER)).toMatchObject({ amount: 381, freeUsed: 1000 })
  })

  test('claims nothing to be free that the messenger charges, where it says what is free', () => {
    const shared = [day('2026-11-02', { free: 600 }), day('2026-11-03', { billed: 2 })]
    expect(costOf(shared, OCTOBER)).toMatchObject({ amount: 2 * 381, freeUsed: 1000 })
  })

  test('charges templates from the first one, and nothing after an advertisement', () => {
    const { amount, freeUsed } = costOf(
      [
        day('2026-11-02', { category: 'marketing', billed: 2 }),
        day('2026-11-02', { category: 'utility', billed: 1, entry: 5 }),
        day('2026-11-02', { entry: 3000 }),
      ],
      OCTOBER,
    )
    expect([amount, freeUsed]).toEqual([2 * 3500 + 400, 0])
  })

  test('uses the prices of each day, and none before the first table', () => {
    const days = ['2026-09-30', '2026-10-01', '2026-10-16'].map((at) => day(at, { category: 'utility', billed: 10 }))
    expect(costOf(days, [...OCTOBER, table('2026-10-16', { utility: 1000 })]).amount).toBe(10 * 400 + 10 * 1000)
  })

  test('is never negative, counts each message once, and never falls when messages are added', () => {
    const random = createRandom(40)
    for (let round = 0; round < 2000; round++) {
      const [days, tables] = [randomMonth(random), randomTables(random)]
      const { amount, categories, freeUsed } = costOf(days, tables)
      expect(amount).toBe(sum(categories.map((one) => one.amount)))
      expect(Number.isInteger(amount)).toBe(true)
      for (const { billed, free, entry, amount } of categories)
        expect([billed, free, entry, amount, freeUsed].every((one) => one >= 0)).toBe(true)
      const counted = categories.map(({ billed, free, entry }) => billed + free + entry)
      expect(sum(counted)).toBe(sum(days.map(({ billed, free, entry }) => billed + free + entry)))
      const more = [...days, day('2026-11-31', { category: random.pick(chargeCategories), billed: 1 })]
      expect(costOf(more, tables).amount).toBeGreaterThanOrEqual(amount)
      expect(costOf(days.toReversed(), tables)).toEqual({ amount, categories, freeUsed })
    }
  })
})

describe('an estimate', () => {
  const { service, utility, marketing, authentication } = table('')
  const meter = (used: number) => ({
    prices: { service, utility, marketing, authentication },
    free: { most: 1000, used },
  })

  test('uses what is left of the free messages first', () => {
    expect(estimateOf(meter(1000), { category: 'service', count: 5 })).toEqual({ count: 5, free: 0, amount: 1905 })
    expect(estimateOf(meter(998), { category: 'service', count: 5 })).toEqual({ count: 5, free: 2, amount: 3 * 381 })
    expect(estimateOf(meter(0), { category: 'marketing', count: 5 })).toMatchObject({ free: 0, amount: 17_500 })
    expect(estimateOf(meter(0), { category: 'marketing', count: 5, isFreeEntry: true })).toMatchObject({ amount: 0 })
  })

  test('is what the month then costs more', () => {
    const random = createRandom(41)
    for (let round = 0; round < 500; round++) {
      const days = randomMonth(random)
      const before = costOf(days, OCTOBER)
      const [category, count] = [random.pick(chargeCategories), random.between(0, 2000)]
      const guess = estimateOf(meter(Math.min(1000, before.freeUsed)), { category, count })
      const after = costOf([...days, day('2026-11-31', { category, billed: count })], OCTOBER)
      expect(guess.amount).toBe(after.amount - before.amount)
    }
  })
})
