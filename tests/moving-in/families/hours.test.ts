import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { WeekHours } from '../../../src/hours/contract'
import { readHours } from '../../../src/moving-in/reading/hours'

const day = (from: string, to: string) => ({ from, to })
const old = (...days: readonly object[]) => JSON.stringify(days)

test('reads the old array, keeps first start to last end, and says that the lunch break is lost', () => {
  const { week, breaks } = readHours(
    old(
      {
        weekday: 'Segunda-feira',
        weekdayEn: 'monday',
        startTimeA: '08:00',
        endTimeA: '12:00',
        startTimeB: '13:30',
        endTimeB: '18:00',
      },
      {
        weekday: 'Terça-feira',
        weekdayEn: 'tuesday',
        startTimeA: '08:00',
        endTimeA: '12:00',
        startTimeB: '',
        endTimeB: '',
      },
      { weekday: 'Sábado', weekdayEn: 'saturday', startTimeA: '', endTimeA: '', startTimeB: '', endTimeB: '' },
    ),
  )
  expect(week?.days).toEqual([day('08:00', '18:00'), day('08:00', '12:00'), null, null, null, null, null])
  expect(breaks).toBe(1)
  expect(v.is(WeekHours, week)).toBe(true)
})

test('reads the oldest array, days in any order, and days that are named in Portuguese only', () => {
  const { week, breaks } = readHours(
    old(
      { weekday: 'sábado', startTime: '8:00', endTime: '12:00' },
      { weekdayEn: 'Sunday', startTime: '22:00', endTime: '06:00' },
    ),
  )
  expect(week?.days).toEqual([null, null, null, null, null, day('08:00', '12:00'), day('22:00', '06:00')])
  expect(breaks).toBe(0)
})

test('begins at midnight where only the end is set', () => {
  const { week } = readHours(
    old({ weekdayEn: 'monday', startTimeA: '', endTimeA: '06:00', startTimeB: '08:00', endTimeB: '' }),
  )
  expect(week?.days[0]).toEqual(day('00:00', '06:00'))
})

test('loses nothing where the second span goes on at once', () => {
  const { week, breaks } = readHours(
    old({ weekdayEn: 'monday', startTimeA: '08:00', endTimeA: '12:00', startTimeB: '12:01', endTimeB: '18:00' }),
  )
  expect(week?.days[0]).toEqual(day('08:00', '18:00'))
  expect(breaks).toBe(0)
})

test("reads Ticketz's rules, days that are closed, and the time zone", () => {
  const read = readHours(
    JSON.stringify({
      timezone: 'America/Manaus',
      weeklyRules: [
        {
          days: ['mon', 'tue'],
          hours: [
            { from: '08:00', to: '12:00' },
            { from: '13:00', to: '17:00' },
          ],
        },
        { days: ['sun'], hours: [] },
        { days: ['sun', 'fri'], hours: [{ from: '09:00', to: '10:00' }] },
      ],
      overrides: [
        { date: '2026-12-25', repeat: 'yearly', closed: true, label: 'Natal' },
        { date: '2026-12-26' },
        { date: '2026-12-31', hours: [{ from: '08:00', to: '12:00' }] },
      ],
    }),
  )
  expect(read.week?.days).toEqual([
    day('08:00', '17:00'),
    day('08:00', '17:00'),
    null,
    null,
    day('09:00', '10:00'),
    null,
    null,
  ])
  expect({ breaks: read.breaks, oddDays: read.oddDays }).toEqual({ breaks: 2, oddDays: 1 })
  expect(read.closed).toEqual([
    { day: '2026-12-25', name: 'Natal', isYearly: true },
    { day: '2026-12-26', name: '', isYearly: false },
  ])
  expect(read.timeZone).toBe('America/Manaus')
})

test("reads Izing's days from Sunday: all day, closed, by hours, and open where none is told", () => {
  const { week, breaks } = readHours(
    old(
      { day: 0, type: 'C', hr1: '08:00', hr2: '12:00', hr3: '14:00', hr4: '18:00' },
      { day: 1, type: 'O', hr1: '08:00', hr2: '12:00', hr3: '14:00', hr4: '18:00' },
      { day: 6, type: 'H', hr1: '08:00', hr2: '12:00', hr3: '14:00', hr4: '18:00' },
    ),
  )
  const allDay = day('00:00', '23:59')
  expect(week?.days).toEqual([allDay, allDay, allDay, allDay, allDay, day('08:00', '18:00'), null])
  expect(breaks).toBe(1)
})

test.each([null, '', '[]', '{}', old({ weekdayEn: 'monday', startTime: '', endTime: '' }), '[{', '42', 'null'])(
  'has no hours in %p',
  (json) => {
    expect(readHours(json)).toEqual({ week: null, breaks: 0, closed: [], oddDays: 0, timeZone: null })
  },
)
