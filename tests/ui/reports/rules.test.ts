import { expect, test } from 'bun:test'
import type { ReportSummary } from '../../../src/features/reports/contract'
import { canChart, heatOf, rangeOf, sortedRows } from '../../../ui/features/reports/rules'
import type { ReportsView } from '../../../ui/features/reports/view'

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

test('charts are drawn only where they count the tickets of the list', () => {
  expect(canChart({ search: '', queue: [1], user: [2], connection: [3], tab: undefined, page: 2 })).toBe(true)
  const others = [
    { status: ['open'] },
    { tag: [1] },
    { contact: 1 },
    { rated: true },
    { by: 'closed' },
  ] satisfies Partial<ReportsView>[]
  for (const one of [...others, { anytime: true } as const, { search: 'ana' }]) expect(canChart(one)).toBe(false)
})

test('a view is sorted by any figure from the highest, without it last, and by name', () => {
  const row = (name: string | null, opened: number, avgWaitTime: number | null) =>
    ({ id: opened, name, opened, avgWaitTime }) as ReportSummary['rows'][number]
  const rows = [row('Bia', 3, 60), row(null, 2, null), row('Ana', 1, 90)]
  const names = (view: Parameters<typeof sortedRows>[1]) => sortedRows(rows, view).map(({ name }) => name)
  expect(names({})).toEqual(['Bia', null, 'Ana'])
  expect(names({ sort: 'wait' })).toEqual(['Ana', 'Bia', null])
  expect(names({ sort: 'wait', desc: true })).toEqual(['Bia', 'Ana', null])
  expect(names({ sort: 'name' })).toEqual(['Ana', 'Bia', null])
  expect(names({ sort: 'name', desc: true })).toEqual(['Bia', 'Ana', null])
})
