/** The arithmetic of the bench. */
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { compareRow, failedRow, isBad, markdown, newRow, type Pair } from './compare'
import { readOptions, wantedParts } from './options'
import { openOther } from './other'
import { growth, judgeGrowth } from './scale'
import { intervals, scheduleOf } from './schedule'
import { together, type Work } from './seeded-server'
import { since, stallsIn, sum } from './stalls'
import { median, quantile, spread } from './statistics'
import { judge, type Result, targets } from './targets'

const work = (rps: number, p50: number, errors = 0): Work => ({
  requests: rps,
  errors,
  rps,
  p50,
  p99: p50 * 2,
  max: p50 * 3,
  cpuUsEach: p50 * 10,
  counted: p50,
  expected: 1,
})

/** A row that has measured what it had to. */
const done = { counted: 1, expected: 1 }

test('a spread has median, p99 and max', () => {
  expect(spread(Array.from({ length: 1000 }, (_, n) => 1000 - n))).toEqual({ p50: 501, p99: 991, max: 1000 })
  expect(spread([])).toEqual({ p50: 0, p99: 0, max: 0 })
  expect(median([9, 1, 5])).toBe(5)
})

test('a quantile interpolates between two values', () => {
  expect([0, 0.25, 0.5, 1].map((share) => quantile([4, 1, 3, 2], share))).toEqual([1, 1.75, 2.5, 4])
  expect(quantile([7], 0.25)).toBe(7)
})

test('rounds are combined as medians, with the bare rate of each, the sum of errors and the maximum', () => {
  const found = together([
    { bare: 100_000, work: work(5000, 3, 1) },
    { bare: 50_000, work: work(4000, 9) },
    { bare: 100_000, work: work(1000, 5, 2) },
  ])
  expect(found).toEqual({
    rps: 4000,
    p50: 5,
    p99: 10,
    max: 27,
    errors: 3,
    counted: 3,
    expected: 1,
    cpuUsEach: 50,
    ratioToBare: 0.05,
    bareRps: 100_000,
  })
})

test('stalls count the histogram above each limit and include the wait for a core', () => {
  const metricsOf = (counts: readonly number[], waited: number) =>
    ['0.005', '0.01', '0.02', '0.05', '0.1', '0.25', '1', '+Inf']
      .map((le, n) => `balcao_loop_stall_seconds_bucket{le="${le}"} ${counts[n]}`)
      .concat(`balcao_loop_core_wait_seconds_sum ${waited}`)
      .join('\n')
  const before = stallsIn(metricsOf([10, 12, 13, 14, 14, 14, 14, 14], 0.25))
  expect(before).toEqual({ over10ms: 2, over20ms: 1, over50ms: 0, over100ms: 0, coreWaitMs: 250 })
  const held = since(before, stallsIn(metricsOf([20, 22, 24, 25, 26, 27, 27, 27], 0.7504)))
  expect(held).toEqual({ over10ms: 3, over20ms: 2, over50ms: 2, over100ms: 1, coreWaitMs: 500 })
  expect(sum(undefined, held)).toEqual(held)
  expect(sum(before, held).over10ms).toBe(5)
})

test('a row is compared with its target, and fails without the metric', () => {
  const row: Result = { ...done, id: 'attendants.x1', p99: 15, errors: 0, missing: 0, cpuPercent: 20, bareRps: 208_000 }
  expect(judge(row)).toEqual([])
  expect(judge({ ...row, p99: 15.1, errors: 1 })).toEqual([
    { id: 'attendants.x1', field: 'p99', value: 15.1, target: 15 },
    { id: 'attendants.x1', field: 'errors', value: 1, target: 0 },
  ])
  expect(judge({ ...done, id: 'send' })).toMatchObject([{ id: 'send', field: 'perSecond', target: 500 }])
  expect(judge({ ...done, id: 'send', perSecond: 499 })).toMatchObject([{ target: 500 }])
  expect(judge({ ...done, id: 'live.2000', p99: 1, missing: 0 })).toMatchObject([{ field: 'p99' }])
  expect(judge({ ...done, id: 'tickets.own', over100ms: 1 })).toMatchObject([{ field: 'over100ms' }])
})

test.each(Object.entries(targets))('%s fails if it measured less than it had to, however fast it was', (id, ofRow) => {
  const best = Object.fromEntries(ofRow.map(({ field, least, most }) => [field, most ?? least ?? 0]))
  const row = { id, bareRps: 208_000, ...best }
  const failed = (counted: number, expected: number) => judge({ ...row, counted, expected })
  expect(failed(20, 20)).toEqual([])
  expect(failed(19, 20)).toEqual([{ id, field: 'counted', value: 19, target: 20 }])
  expect(failed(0, 0)).toEqual([{ id, field: 'counted', value: 0, target: 0 }])
  expect(failed(Number.NaN, 20)).toMatchObject([{ field: 'counted' }])
})

test('limits scale with the speed of the machine', () => {
  const slow = { ...done, id: 'ingest.companies', surplus: 0, bareRps: 104_000 }
  expect(judge({ ...slow, perSecond: 750 })).toEqual([])
  expect(judge({ ...slow, perSecond: 749 })).toMatchObject([{ value: 749, target: 750 }])
  expect(judge({ ...done, id: 'live.2000', p99: 50, missing: 0, bareRps: 104_000 })).toEqual([])
  expect(judge({ ...done, id: 'live.2000', p99: 12.6, missing: 0, bareRps: 416_000 })).toMatchObject([{ target: 12.5 }])
})

test('scale reports how much more a read costs in the largest company than in the smallest', () => {
  const row = (id: string, size: string, ratioToBare: number): Result => ({ ...done, id, size, ratioToBare })
  const found = growth([
    row('tickets.own', 'S', 0.06),
    row('tickets.own', 'M', 0.05),
    row('tickets.own', 'L', 0.03),
    row('contacts.search', 'S', 0.04),
    row('contacts.search', 'M', 0.01),
    row('login', 'S', 0.001),
  ])
  expect(found).toEqual({
    'tickets.own': { S: 0.06, M: 0.05, L: 0.03, ratio: 2 },
    'contacts.search': { S: 0.04, M: 0.01, ratio: 4 },
  })
  expect(judgeGrowth(found)).toEqual([{ id: 'scale tickets.own', field: 'ratio', value: 2, target: 1.5 }])
})

describe('a comparison', () => {
  const rates = (pairs: readonly (readonly [other: number, own: number])[]): Pair[] =>
    pairs.map(([other, own]) => ({ other: { rps: other }, own: { rps: own } }))
  const of = (pairs: readonly Pair[]) => compareRow('hello', pairs)[0]

  test('reports the median of the rounds’ ratios, with quartiles', () => {
    // The machine slows down to a third, which hardly affects the ratios.
    const found = of(
      rates([
        [900, 900],
        [600, 570],
        [300, 297],
        [310, 310],
        [500, 480],
      ]),
    )
    expect(found).toEqual({
      row: 'hello',
      metric: 'rps',
      other: 500,
      own: 480,
      ratio: 0.99,
      low: 0.96,
      high: 1,
      verdict: 'same',
    })
  })

  test('fails if even the upper quartile is below 0.93', () => {
    const slow = of(
      rates([
        [100, 92],
        [100, 91],
        [100, 90],
        [100, 92.9],
      ]),
    )
    expect(slow).toMatchObject({ ratio: 0.915, verdict: 'worse' })
    expect(slow && isBad(slow)).toBe(true)
    // The same median, but a quarter of the rounds differs.
    expect(
      of(
        rates([
          [100, 92],
          [100, 91],
          [100, 60],
          [100, 99],
        ]),
      ),
    ).toMatchObject({ ratio: 0.915, verdict: 'same' })
    expect(
      of(
        rates([
          [100, 93],
          [100, 93],
        ]),
      ),
    ).toMatchObject({ verdict: 'same' })
    expect(
      of(
        rates([
          [100, 120],
          [100, 110],
        ]),
      ),
    ).toMatchObject({ verdict: 'better' })
  })

  test('inverts the ratio of times, memory and processor time, where less is better', () => {
    const pair: Pair = { other: { cpuUsEach: 10, rssMb: 100, p50: 2 }, own: { cpuUsEach: 20, rssMb: 80, p50: 2 } }
    expect(compareRow('rest', [pair, pair])).toMatchObject([
      { metric: 'cpuUsEach', ratio: 0.5, verdict: 'worse' },
      { metric: 'p50', ratio: 1, verdict: 'same' },
      { metric: 'rssMb', ratio: 1.25, verdict: 'better' },
    ])
    const idle = (other: number, own: number): Pair => ({
      other: { idleCpuPercent: other },
      own: { idleCpuPercent: own },
    })
    expect(of([idle(0, 0)])).toMatchObject({ ratio: 1, verdict: 'same' })
    expect(of([idle(0, 1)])).toMatchObject({ ratio: 0, verdict: 'worse' })
  })

  test('lists a row missing in the other version without a verdict', () => {
    expect(isBad(newRow('reach'))).toBe(false)
    expect(isBad(failedRow('send'))).toBe(true)
    const lines = [...compareRow('hello', rates([[1234.5, 2469]])), newRow('reach')]
    expect(markdown(lines, 'abc').split('\n').slice(2, 4)).toEqual([
      '| `hello` | rps | 1,235 | 2,469 | 2.00 | 2.00–2.00 | better |',
      '| `reach` |  |  |  |  |  | new |',
    ])
  })
})

describe('the options', () => {
  test('are refused in impossible combinations', () => {
    expect(() => readOptions(['--compare', 'old.json'])).toThrow('--compare')
    expect(() => readOptions(['--against='])).toThrow('--against needs a commit, or the path of an executable')
    expect(() => readOptions(['--against', 'abc', '--large'])).toThrow('--large does not go with --against')
    expect(() => readOptions(['--write'])).toThrow('--write goes with --against alone')
    expect(readOptions(['--against', 'abc', '--quick', '--only', 'rest,boot'])).toEqual({
      quick: true,
      large: false,
      write: false,
      only: ['rest', 'boot'],
      against: 'abc',
    })
  })

  test('select parts in running order, and an unknown part is named', () => {
    expect(wantedParts(['boot', 'rest'], ['rest', 'boot', 'live'])).toEqual(['rest', 'boot'])
    expect(wantedParts(undefined, ['rest', 'boot'])).toEqual(['rest', 'boot'])
    expect(() => wantedParts(['desk'], ['rest', 'boot'])).toThrow('--only desk: one of rest, boot')
  })

  test('refuse another version that is neither an executable nor a commit', () => {
    expect(() => openOther('no-such-version')).toThrow('--against no-such-version: neither an executable nor a commit')
    expect(() => openOther(join(import.meta.dir, 'README.md'))).toThrow('may not be executed')
    expect(openOther(process.execPath)).toMatchObject({ executable: process.execPath })
  })
})

test('the schedule of a thousand attendants has the expected rates, is sorted, and is deterministic', () => {
  const activities = Object.keys(intervals) as (keyof typeof intervals)[] // of intervals
  const planned = scheduleOf(1000, { times: 10, seconds: 20, activities })
  const requests = planned.reduce((sum, { activity }) => sum + (activity === 'open' ? 2 : 1), 0) / 20
  expect(requests).toBeWithin(1550, 1690) // expected: 1,617 per second
  expect(planned.filter(({ activity }) => activity === 'send').length / 20).toBeWithin(145, 190) // expected: 167
  expect(new Set(planned.map(({ attendant }) => attendant)).size).toBe(1000)
  expect(planned.every(({ at }, n) => at >= (planned[n - 1]?.at ?? 0) && at < 20_000)).toBe(true)
  expect(scheduleOf(1000, { times: 10, seconds: 20, activities })).toEqual(planned)
})
