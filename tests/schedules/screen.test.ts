import { expect, test } from 'bun:test'
import { movedBy, shownDays, stepped } from '../../ui/features/schedules/spec'

test('a month shows whole weeks, and the steps move by one span', () => {
  expect(shownDays('month', '2026-11-19')).toEqual({ from: '2026-11-01', to: '2026-12-05' })
  expect(shownDays('week', '2026-11-19')).toEqual({ from: '2026-11-15', to: '2026-11-21' })
  expect([stepped('month', '2026-01-31', -1), stepped('week', '2026-11-28', 1)]).toEqual(['2025-12-01', '2026-12-05'])
})

test('arrow keys move by a day or a week in the month, and by half an hour in the week', () => {
  expect(movedBy('ArrowRight', 'month', '2026-11-30T09:00')).toBe('2026-12-01T09:00')
  expect(movedBy('ArrowDown', 'month', '2026-11-19T09:00')).toBe('2026-11-26T09:00')
  expect(movedBy('ArrowUp', 'week', '2026-11-19T00:00')).toBe('2026-11-18T23:30')
  expect(movedBy('Enter', 'week', '2026-11-19T00:00')).toBeNull()
})
