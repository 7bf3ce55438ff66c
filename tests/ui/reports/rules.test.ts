import { expect, test } from 'bun:test'
import { heatOf, rangeOf } from '../../../ui/features/reports/rules'

test('cells are means over the weekdays of the period', () => {
  const heat = heatOf({
    cells: [
      { weekday: 1, hour: 10, opened: 30 },
      { weekday: 2, hour: 21, opened: 8 },
    ],
    days: [3, 2, 2, 2, 2, 2, 2],
  })
  expect(heat.busiest).toEqual({ weekday: 1, hour: 10, value: 10 })
  expect([heat.columns[0], heat.columns.at(-1), heat.top, heat.weeks, heat.isMean]).toEqual([7, 21, 10, 3, true])
  expect(heat.rows[1]?.values.at(-1)).toBe(4)
  expect(heat.rows).toHaveLength(7)
})

test('cells are sums if every mean is below one', () => {
  const heat = heatOf({ cells: [{ weekday: 5, hour: 9, opened: 2 }], days: [4, 4, 4, 4, 4, 4, 4] })
  expect([heat.isMean, heat.top]).toEqual([false, 2])
})

test('a page shows its range of rows', () => {
  expect(rangeOf(1, 10, 25)).toEqual({ from: 1, to: 10 })
  expect(rangeOf(3, 10, 25)).toEqual({ from: 21, to: 25 })
  expect(rangeOf(1, 10, 0)).toEqual({ from: 0, to: 0 })
})
