/** The bench's own arithmetic: a figure that is reckoned wrongly is worse than none. */
import { expect, test } from 'bun:test'
import { worseThan } from './compare'
import { median, spread } from './figures'
import type { Load } from './http'
import { growth, judgeGrowth } from './scale'
import { intervals, scheduleOf } from './schedule'
import { together } from './seeded-server'
import { since, stallsIn, sum } from './stalls'
import { judge, type Result } from './targets'

const load = (rps: number, p50: number, errors = 0): Load => ({
  requests: rps,
  errors,
  rps,
  p50,
  p99: p50 * 2,
  max: p50 * 3,
})

test('a spread tells the middle, the hundredth worst and the worst', () => {
  expect(spread(Array.from({ length: 1000 }, (_, n) => 1000 - n))).toEqual({ p50: 501, p99: 991, max: 1000 })
  expect(spread([])).toEqual({ p50: 0, p99: 0, max: 0 })
  expect(median([9, 1, 5])).toBe(5)
})

test('rounds come together as medians, each beside its own hello, with every error and the worst of the worst', () => {
  const found = together([
    { hello: load(100_000, 1), work: load(5000, 3, 1) },
    { hello: load(50_000, 1), work: load(4000, 9) },
    { hello: load(100_000, 1), work: load(1000, 5, 2) },
  ])
  expect(found).toEqual({ rps: 4000, p50: 5, p99: 10, max: 27, errors: 3, ratioToHello: 0.05, helloRps: 100_000 })
})

test('the loop was held as often as its histogram says beyond each limit, and waited for a core as long as is told', () => {
  const told = (counts: readonly number[], waited: number) =>
    ['0.005', '0.01', '0.02', '0.05', '0.1', '0.25', '1', '+Inf']
      .map((le, n) => `balcao_loop_stall_seconds_bucket{le="${le}"} ${counts[n]}`)
      .concat(`balcao_loop_core_wait_seconds_sum ${waited}`)
      .join('\n')
  const before = stallsIn(told([10, 12, 13, 14, 14, 14, 14, 14], 0.25))
  expect(before).toEqual({ over10ms: 2, over20ms: 1, over50ms: 0, over100ms: 0, coreWaitMs: 250 })
  const held = since(before, stallsIn(told([20, 22, 24, 25, 26, 27, 27, 27], 0.7504)))
  expect(held).toEqual({ over10ms: 3, over20ms: 2, over50ms: 2, over100ms: 1, coreWaitMs: 500 })
  expect(sum(undefined, held)).toEqual(held)
  expect(sum(before, held).over10ms).toBe(5)
})

test('a row is held against what was promised for it, and one without the figure has failed', () => {
  const row: Result = { id: 'attendants.x1', p99: 15, errors: 0, missing: 0, cpuPercent: 20, helloRps: 135_000 }
  expect(judge(row)).toEqual([])
  expect(judge({ ...row, p99: 15.1, errors: 1 })).toEqual([
    { id: 'attendants.x1', field: 'p99', value: 15.1, target: 15 },
    { id: 'attendants.x1', field: 'errors', value: 1, target: 0 },
  ])
  expect(judge({ id: 'send' })).toMatchObject([{ id: 'send', field: 'perSecond', target: 500 }])
  expect(judge({ id: 'send', perSecond: 499 })).toMatchObject([{ target: 500 }])
  expect(judge({ id: 'live.2000', p99: 1, missing: 0 })).toMatchObject([{ field: 'p99' }])
  expect(judge({ id: 'tickets.own', over100ms: 1 })).toMatchObject([{ field: 'over100ms' }])
})

test('rates and times of a slower machine are held against slower limits, those of a faster one against faster', () => {
  const slow = { id: 'ingest.companies', surplus: 0, helloRps: 67_500 }
  expect(judge({ ...slow, perSecond: 750 })).toEqual([])
  expect(judge({ ...slow, perSecond: 749 })).toMatchObject([{ value: 749, target: 750 }])
  expect(judge({ id: 'live.2000', p99: 50, missing: 0, helloRps: 67_500 })).toEqual([])
  expect(judge({ id: 'live.2000', p99: 12.6, missing: 0, helloRps: 270_000 })).toMatchObject([{ target: 12.5 }])
})

test('a read that is dearer in the largest company than in the smallest is told by how much', () => {
  const row = (id: string, size: string, ratioToHello: number): Result => ({ id, size, ratioToHello })
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

test('beside an earlier run only what lost more than 15 % of its share of hello is worse', () => {
  const run = (own: number, size: string) => ({
    results: [
      { id: 'tickets.own', size, ratioToHello: own },
      { id: 'start', size: 'S' },
    ],
  })
  expect(worseThan(run(0.1, 'M'), run(0.086, 'M'))).toEqual([])
  expect(worseThan(run(0.1, 'M'), run(0.084, 'M'))).toMatchObject([{ id: 'tickets.own M', value: 0.084, target: 0.1 }])
  expect(worseThan(run(0.1, 'M'), run(0.05, 'S'))).toEqual([])
})

test('a thousand attendants do in a second what a thousand people do, in order, and the same each time', () => {
  const activities = Object.keys(intervals) as (keyof typeof intervals)[] // of intervals
  const planned = scheduleOf(1000, { times: 10, seconds: 20, activities })
  const requests = planned.reduce((sum, { activity }) => sum + (activity === 'open' ? 2 : 1), 0) / 20
  expect(requests).toBeWithin(1550, 1690) // 1,617 a second
  expect(planned.filter(({ activity }) => activity === 'send').length / 20).toBeWithin(145, 190) // 167
  expect(new Set(planned.map(({ attendant }) => attendant)).size).toBe(1000)
  expect(planned.every(({ at }, n) => at >= (planned[n - 1]?.at ?? 0) && at < 20_000)).toBe(true)
  expect(scheduleOf(1000, { times: 10, seconds: 20, activities })).toEqual(planned)
})
