/** Times of events on the screens. */
import { expect, test } from 'bun:test'
import type { CalendarEvent } from '../../../src/features/calendar/contract'
import {
  daysOf,
  instantsOf,
  isDoneOn,
  localTimes,
  markedOn,
  marksMoved,
  nextHour,
  wholeDays,
} from '../../../ui/features/calendar/times'

const ZONE = 'America/Sao_Paulo'

test('an event from midnight to midnight of the company counts as whole days', () => {
  const event = { start: '2026-11-30T03:00:00.000Z', end: '2026-12-02T03:00:00.000Z' }
  const times = localTimes(event, ZONE)
  expect(times).toEqual({ start: '2026-11-30T00:00', end: '2026-12-02T00:00', isAllDay: true })
  expect(daysOf(times)).toEqual({ from: '2026-11-30', to: '2026-12-01' })
  expect(instantsOf(wholeDays('2026-11-30', '2026-12-01'), ZONE)).toEqual(event)
  expect(localTimes({ ...event, end: '2026-12-02T04:00:00.000Z' }, ZONE).isAllDay).toBe(false)
})

test('whole days have 23 or 25 hours around a clock change', () => {
  const spring = instantsOf(wholeDays('2026-03-29', '2026-03-29'), 'Europe/Madrid')
  expect(Date.parse(spring?.end ?? '') - Date.parse(spring?.start ?? '')).toBe(23 * 3_600_000)
  expect(localTimes(spring ?? { start: '', end: '' }, 'Europe/Madrid').isAllDay).toBe(true)
})

test('a new event begins at the next full hour, also past midnight', () => {
  expect(nextHour(Date.parse('2026-11-30T19:20:00.000Z'), ZONE).start).toBe('2026-11-30T17:00')
  expect(nextHour(Date.parse('2026-12-01T02:20:00.000Z'), ZONE)).toEqual({
    start: '2026-12-01T00:00',
    end: '2026-12-01T01:00',
    isAllDay: false,
  })
})

test('an end before the start is invalid', () => {
  expect(instantsOf({ start: '2026-11-30T10:00', end: '2026-11-30T10:00' }, ZONE)).toBeNull()
})

const series: CalendarEvent = {
  id: 1,
  title: 'Reunião',
  description: '',
  start: '2026-03-02T12:00:00.000Z',
  end: '2026-03-02T13:00:00.000Z',
  concluido: false,
  doneDays: ['2026-03-09'],
  repeat: { kind: 'week', until: null },
  skipped: ['2026-03-16'],
  remindLead: null,
  remindingStart: null,
  contact: null,
  createdAt: '',
  updatedAt: '',
}

test('a day of a series is done by itself, a single event as a whole', () => {
  expect([isDoneOn(series, '2026-03-09'), isDoneOn(series, '2026-03-02')]).toEqual([true, false])
  expect(markedOn(series, '2026-03-02', true)).toEqual({
    body: { concluido: true, day: '2026-03-02' },
    guess: { doneDays: ['2026-03-09', '2026-03-02'] },
  })
  expect(markedOn(series, '2026-03-09', false)).toEqual({
    body: { concluido: false, day: '2026-03-09' },
    guess: { doneDays: [] },
  })
  const whole = { body: { concluido: false }, guess: { concluido: false } }
  expect(markedOn({ ...series, concluido: true }, '2026-03-02', false)).toEqual(whole)
  expect(markedOn({ ...series, repeat: null }, '2026-03-02', false)).toEqual(whole)
})

test('deleted and done days move with their series by the company’s days', () => {
  const late = { start: '2026-03-05T01:00:00.000Z', end: '2026-03-05T02:00:00.000Z' }
  expect(marksMoved(series, late, ZONE)).toEqual({ skipped: ['2026-03-18'], doneDays: ['2026-03-11'] })
})
