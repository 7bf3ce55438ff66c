/** How charts process their data. */
import { expect, test } from 'bun:test'
import { colorsOf, hasValues, labelled, sharesOf } from '../../../ui/shared/chart/data'

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

test('lines that end in the same point share one label', () => {
  expect(labelled([0, 0, 3, 0])).toEqual([true, false, true, false])
  expect(labelled([5, 3])).toEqual([true, true])
})
