/** Parsing of typed days and times. */
import { describe, expect, test } from 'bun:test'
import { isWhole, monthAfter, nextMonday, readDay, readWhen, weeksOf } from '../../../ui/shared/i18n/when'

/** A Thursday. */
const NOW = '2026-11-26T14:30'

describe('a day and a time', () => {
  test.each([
    ['27/11', '2026-11-27', undefined],
    ['27/11/2026', '2026-11-27', undefined],
    ['27.11.26', '2026-11-27', undefined],
    ['2026-12-01', '2026-12-01', undefined],
    ['2026-12-01T08:15', '2026-12-01', '08:15'],
    ['3/1', '2027-01-03', undefined],
    ['hoje 18h', '2026-11-26', '18:00'],
    ['amanhã 9', '2026-11-27', '09:00'],
    ['Amanhã às 9h30', '2026-11-27', '09:30'],
    ['segunda 9h', '2026-11-30', '09:00'],
    ['quinta', '2026-12-03', undefined],
    ['sexta-feira 14:00', '2026-11-27', '14:00'],
    ['sáb 830', '2026-11-28', '08:30'],
    ['tomorrow 9', '2026-11-27', '09:00'],
    ['wednesday at 14:30', '2026-12-02', '14:30'],
    ['mañana a las 9', '2026-11-27', '09:00'],
    ['miércoles 10', '2026-12-02', '10:00'],
    ['yarın 9', '2026-11-27', '09:00'],
    ['pazar 10', '2026-11-29', '10:00'],
    ['pazartesi 10', '2026-11-30', '10:00'],
    ['cumartesi', '2026-11-28', undefined],
    ['em 1 h', '2026-11-26', '15:30'],
    ['in 90 min', '2026-11-26', '16:00'],
    ['em 10 horas', '2026-11-27', '00:30'],
  ])('%p', (typed, day, time) => {
    expect(readWhen(typed, NOW)).toEqual({ day, ...(time && { time }) })
  })

  test.each(['', '31/02', '99', 'amanhã 25', '27/11 9:75', 'quando der', '2026-13-01', 'a 9'])(
    '%p is rejected',
    (typed) => expect(readWhen(typed, NOW)).toBeNull(),
  )

  test('a date-only field accepts no time', () => {
    expect(readDay('amanhã', '2026-11-26')).toBe('2026-11-27')
    expect(readDay('amanhã 9', '2026-11-26')).toBeNull()
  })

  test('complete input is taken immediately, incomplete input is not', () => {
    expect(['27/11/2026', '2026-11-27', '2026-11-27T08:00'].map(isWhole)).toEqual([true, true, true])
    expect(['27/11', '27/11/20', 'amanhã'].map(isWhole)).toEqual([false, false, false])
  })
})

test('a month is drawn in whole weeks from Monday', () => {
  const weeks = weeksOf('2026-11')
  expect([weeks[0]?.[0], weeks.at(-1)?.at(-1), weeks.length]).toEqual(['2026-10-26', '2026-12-06', 6])
  expect(weeksOf('2027-02').length).toBe(4)
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
  expect([nextMonday('2026-11-26'), nextMonday('2026-11-30')]).toEqual(['2026-11-30', '2026-12-07'])
})
