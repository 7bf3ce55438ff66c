/** How charts process their data. */
import { expect, test } from 'bun:test'
import { colorsOf, hasValues, labelShifts, sharesOf } from '../../../ui/shared/chart/data'

const series = (id: string, tone?: 'bad' | 'wait') => ({ id, name: id, ...(tone && { tone }) })

test('series take the chart’s colours in turn; states have their own, and use up no turn', () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => series(id))
  expect(colorsOf(many).at(-1)).toBe('var(--chart-1)')
  expect(colorsOf([series('sent'), series('failed', 'bad'), series('late', 'wait'), series('read')])).toEqual([
    'var(--chart-1)',
    'var(--color-error)',
    'var(--color-warning)',
    'var(--chart-2)',
  ])
})

test('a chart of zeros has nothing to draw', () => {
  expect(hasValues({ series: [series('a')], rows: [] })).toBe(false)
  expect(hasValues({ series: [series('a')], rows: [{ label: '1', values: [0] }] })).toBe(false)
  expect(hasValues({ series: [series('a')], rows: [{ label: '1', values: [-1] }] })).toBe(true)
})

test('shares are fractions of the total, and 0 of nothing', () => {
  const part = (id: string, value: number) => ({ id, name: id, value })
  expect(sharesOf([part('a', 3), part('b', 1)])).toEqual([0.75, 0.25])
  expect(sharesOf([part('a', 0), part('b', 0)])).toEqual([0, 0])
})

test('lines that end in the same point share one label, and labels keep a line between them', () => {
  expect(labelShifts([0, 0, 3, 0], 3).map((shift) => shift !== undefined)).toEqual([true, false, true, false])
  expect(labelShifts([5, 3], 5)).toEqual([0, 0])
  for (const ends of [
    [40, 39, 38, 0],
    [2, 1, 0],
    [100, 99],
    [1, 0, 100, 2],
  ]) {
    const places = labelShifts(ends, 100).map((shift, at) => (1 - (ends[at] ?? 0) / 100) * 170 + (shift ?? 0))
    const [sorted, inside] = [places.toSorted((a, b) => a - b), places.every((place) => place <= 170.01)]
    expect(inside).toBe(true)
    for (const [at, place] of sorted.slice(1).entries()) expect(place - (sorted[at] ?? 0)).toBeGreaterThan(13.99)
  }
})
