import { expect, test } from 'bun:test'
import { movedBy, shownDays, stepped, steppedTimes } from '../../../ui/shared/calendar/spans'

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

test('a moved entry keeps its length, and a stretched one its start', () => {
  const times = { start: '2026-11-19T09:00', end: '2026-11-19T10:00', isAllDay: false }
  expect(steppedTimes('ArrowRight', 'month', times, false)).toEqual({
    start: '2026-11-20T09:00',
    end: '2026-11-20T10:00',
    isAllDay: false,
  })
  expect(steppedTimes('ArrowDown', 'week', times, true)).toEqual({ ...times, end: '2026-11-19T10:30' })
  expect(steppedTimes('ArrowUp', 'week', { ...times, end: '2026-11-19T09:30' }, true)).toBeNull()
})

test('whole days move by days only', () => {
  const days = { start: '2026-11-19T00:00', end: '2026-11-20T00:00', isAllDay: true }
  expect(steppedTimes('ArrowDown', 'week', days, false)).toBeNull()
  expect(steppedTimes('ArrowLeft', 'week', days, false)).toEqual({
    start: '2026-11-18T00:00',
    end: '2026-11-19T00:00',
    isAllDay: true,
  })
  expect(steppedTimes('ArrowRight', 'month', days, true)).toEqual({ ...days, end: '2026-11-21T00:00' })
})
