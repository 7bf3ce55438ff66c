/** Opening times in edge cases: nights, clock changes, holidays. */
import { describe, expect, test } from 'bun:test'
import { schedulesOf, usualWeek, type WeekHours, weekOf } from '../../src/hours/contract'
import { closesAt, isOpenAt, opensAt } from '../../src/hours/opening'

const open = (week: WeekHours, timeZone = 'America/Sao_Paulo', holidays: readonly string[] = []) => ({
  week,
  timeZone,
  isHoliday: (day: string) => holidays.includes(day),
})
const same = (from: string, to: string): WeekHours => ({ ...usualWeek, same: true, every: { from, to } })
const at = (local: string, timeZone = 'America/Sao_Paulo') =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds

describe('the usual week', () => {
  const usual = open(usualWeek)

  test('opens and closes on time', () => {
    expect(
      [
        '2026-03-02T07:59:59',
        '2026-03-02T08:00',
        '2026-03-02T17:59:59',
        '2026-03-02T18:00',
        '2026-03-07T11:00',
        '2026-03-08T11:00',
      ].map((time) => isOpenAt(usual, at(time))),
    ).toEqual([false, true, true, false, true, false])
  })

  test('returns the next closing and opening time, across weekends and holidays', () => {
    expect(closesAt(usual, at('2026-03-02T10:00'))).toBe(at('2026-03-02T18:00'))
    expect(closesAt(usual, at('2026-03-02T19:00'))).toBeNull()
    expect(opensAt(usual, at('2026-03-07T13:00'))).toBe(at('2026-03-09T08:00'))
    expect(opensAt(open(usualWeek, 'America/Sao_Paulo', ['2026-03-09', '2026-03-10']), at('2026-03-07T13:00'))).toBe(
      at('2026-03-11T08:00'),
    )
    expect(isOpenAt(open(usualWeek, 'America/Sao_Paulo', ['2026-03-02']), at('2026-03-02T10:00'))).toBe(false)
  })

  test('survives the conversion to the wire and back', () => {
    expect(weekOf(schedulesOf(usualWeek))).toEqual(usualWeek)
  })
})

describe('a shift over midnight', () => {
  const night = open(same('22:00', '06:00'))

  test('is one shift, which follows the holiday of its first day', () => {
    expect(isOpenAt(night, at('2026-03-03T05:59'))).toBe(true)
    expect(isOpenAt(night, at('2026-03-03T06:00'))).toBe(false)
    expect(closesAt(night, at('2026-03-02T23:00'))).toBe(at('2026-03-03T06:00'))
    const off = open(same('22:00', '06:00'), 'America/Sao_Paulo', ['2026-03-02'])
    expect(isOpenAt(off, at('2026-03-03T05:00'))).toBe(false)
    expect(isOpenAt(off, at('2026-03-02T05:00'))).toBe(true)
  })
})

test('00:00 to 23:59 is open also in the last minute; equal times are closed', () => {
  const always = open(same('00:00', '23:59'))
  expect(isOpenAt(always, at('2026-03-02T23:59:30'))).toBe(true)
  expect(closesAt(always, at('2026-03-02T10:00'))).toBeNull()
  const never = open(same('08:00', '08:00'))
  expect([isOpenAt(never, at('2026-03-02T08:00')), opensAt(never, at('2026-03-02T07:00'))]).toEqual([false, null])
})

describe('across clock changes', () => {
  test('the wall clock counts: Lisbon in spring and autumn', () => {
    const lisbon = open(same('00:30', '05:00'), 'Europe/Lisbon')
    // 01:00 to 02:00 does not exist on 29 March 2026, and exists twice on 25 October.
    const spring = at('2026-03-29T00:30', 'Europe/Lisbon')
    expect(((closesAt(lisbon, spring) ?? 0) - spring) / 3_600_000).toBe(3.5)
    const autumn = at('2026-10-25T00:30', 'Europe/Lisbon')
    expect(((closesAt(lisbon, autumn) ?? 0) - autumn) / 3_600_000).toBe(5.5)
  })

  test('an opening in a skipped hour happens after it: São Paulo in 2018', () => {
    const early = open(same('00:00', '08:00'))
    const first = Temporal.Instant.from('2018-11-04T03:00:00Z').epochMilliseconds // 01:00, the first moment of the day
    expect([isOpenAt(early, first), opensAt(early, first - 1)]).toEqual([true, first])
  })
})
