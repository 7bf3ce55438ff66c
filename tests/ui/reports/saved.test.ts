/** Between the reports' address and a saved view. */
import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { ViewFilter } from '../../../src/features/reports/views/contract'
import { addressOf, filterOf, isShown } from '../../../ui/features/reports/saved'
import { ReportsView } from '../../../ui/features/reports/view'

const TODAY = '2026-03-11'
const addresses: readonly object[] = [
  {},
  { from: '2026-03-02', to: '2026-03-08' },
  { from: '2026-01-05', to: '2026-01-20', by: 'closed', status: ['open', 'closed'] },
  { anytime: true, queue: [0, 3], user: [4], connection: [1, 2], tag: [7], contact: 9, rated: true, search: 'ana' },
  { tab: 'queues', queue: 3, status: 'pending' },
]

const daysOf = ({ from, to }: ReportsView) => ({ from, to })

test.each(addresses.map((address) => [JSON.stringify(address), address] as const))('%s comes back', (_, address) => {
  const now = v.parse(ReportsView, address)
  const saved = v.parse(ViewFilter, JSON.parse(JSON.stringify(filterOf(now, TODAY))))
  const shown = v.parse(ReportsView, addressOf(saved, TODAY))
  expect({ ...filterOf(shown, TODAY), ...daysOf(shown) }).toEqual({ ...filterOf(now, TODAY), ...daysOf(now) })
  expect(isShown(saved, now, TODAY)).toBe(true)
  expect(isShown(saved, { ...now, contact: 1234 }, TODAY)).toBe(false)
})

test('a named range follows the calendar, fixed days stay', () => {
  const named = filterOf(v.parse(ReportsView, { from: '2026-03-02', to: '2026-03-08' }), TODAY)
  expect(named).toEqual({ range: 'lastWeek' })
  expect(addressOf(named, '2026-04-01')).toMatchObject({ from: '2026-03-23', to: '2026-03-29' })
  const fixed = filterOf(v.parse(ReportsView, { from: '2026-03-03', to: '2026-03-08' }), TODAY)
  expect(addressOf(fixed, '2026-04-01')).toMatchObject({ from: '2026-03-03', to: '2026-03-08' })
})

test('a view leaves nothing of what was shown before', () => {
  const before = v.parse(ReportsView, { tag: [1], rated: true, anytime: true, page: 3, search: 'x' })
  const next = { ...before, ...addressOf({ queue: [2] }, TODAY) }
  expect(filterOf(next, TODAY)).toEqual({ queue: [2] })
  expect(next.page).toBeUndefined()
})
