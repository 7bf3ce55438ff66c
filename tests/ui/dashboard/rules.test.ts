import { expect, test } from 'bun:test'
import type { Point } from '../../../src/features/dashboard/contract'
import { busyHours, changeOf, isManifold, peakOf, sparkOf } from '../../../ui/features/dashboard/rules'

const point = (hour: number | null, total = 0, day = '2026-03-02'): Point => ({
  day,
  hour,
  total,
  closed: 0,
  accepted: 0,
  leads: 0,
  received: total,
  sent: 0,
  avgWaitTime: null,
  avgSupportTime: null,
  rating: null,
})
const day = (busy: Readonly<Record<number, number>>) => Array.from({ length: 24 }, (_, hour) => point(hour, busy[hour]))

test('a day shows the usual hours, and earlier or later ones with activity', () => {
  const hours = (busy: Record<number, number>) => busyHours(day(busy)).map(({ hour }) => hour)
  expect([hours({})[0], hours({}).at(-1)]).toEqual([8, 18])
  expect([hours({ 6: 1, 22: 2 })[0], hours({ 6: 1, 22: 2 }).at(-1)]).toEqual([6, 22])
})

test('several days are all shown', () => {
  const days = ['2026-03-01', '2026-03-02'].map((one) => point(null, 0, one))
  expect(busyHours(days)).toEqual(days)
})

test('a sparkline ends at the current hour, has at most ten points, and is empty without values', () => {
  expect(sparkOf(day({ 9: 2, 11: 4 }), ({ total }) => total)).toEqual([0, 2, 0, 4])
  expect(sparkOf(day({ 9: 2 }), ({ rating }) => rating)).toEqual([])
  const month = Array.from({ length: 30 }, (_, at) => point(null, at + 1, `day ${at}`))
  const spark = sparkOf(month, ({ total }) => total)
  expect(spark).toHaveLength(10)
  expect(spark[0]).toBe(2)
})

test('the peak is the busiest point, and a change needs an earlier value', () => {
  expect(peakOf(day({ 9: 2, 11: 4 }))?.hour).toBe(11)
  expect(peakOf(day({}))).toBeUndefined()
  expect([changeOf(12, 10), changeOf(3, 0)]).toEqual([0.2, null])
  expect([0.2, 1.99, 2, 26].map(isManifold)).toEqual([false, false, true, true])
})
