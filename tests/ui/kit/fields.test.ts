/** How the form fields read input. */
import { describe, expect, test } from 'bun:test'
import { spansOf, usualWeek, type WeekHours, weekMinutes } from '../../../src/hours/contract'
import { rangeNames } from '../../../src/platform/formats'
import { changesOf } from '../../../ui/shared/form/changesOf'
import { isOfKind } from '../../../ui/shared/form/files'
import { centsOf, moneyText } from '../../../ui/shared/form/money'
import { rangeOf } from '../../../ui/shared/form/ranges'
import { outOfHoursNames, partsOf } from '../../../ui/shared/form/variables'
import { completeTime } from '../../../ui/shared/i18n/clock'
import { addDays, instantOf, localDay, localTime } from '../../../ui/shared/i18n/zoned'

describe('only changed fields are sent', () => {
  const file = new File(['a'], 'a.txt')
  const before = {
    name: 'Ana',
    ids: [1, 2],
    hours: { from: '08:00' },
    file: null as File | null,
    at: null as string | null,
  }

  test('lists and objects are compared by value', () => {
    expect(changesOf(before, { ...before, ids: [1, 2], hours: { from: '08:00' } })).toEqual({})
    expect(changesOf(before, { ...before, ids: [2, 1] })).toEqual({ ids: [2, 1] })
    expect(changesOf(before, { ...before, ids: [], hours: { from: '09:00' } })).toEqual({
      ids: [],
      hours: { from: '09:00' },
    })
  })

  test('emptied is a change, absent is none', () => {
    const dated: typeof before = { ...before, at: '2026' }
    expect(changesOf(dated, before)).toEqual({ at: null })
    expect(changesOf({ name: 'Ana' }, { name: undefined })).toStrictEqual({})
  })

  test('another file differs, even with the same name', () => {
    expect(changesOf({ ...before, file }, { ...before, file })).toEqual({})
    const other = new File(['b'], 'a.txt')
    expect(changesOf({ ...before, file }, { ...before, file: other }).file).toBe(other)
  })
})

test('a file matches by extension or by MIME type', () => {
  const [photo, pdf, odd] = [
    { name: 'a.JPG', type: 'image/jpeg' },
    { name: 'b.pdf', type: 'application/pdf' },
    { name: 'c.bin', type: '' },
  ]
  expect([photo, pdf, odd].map((file) => isOfKind(file, 'image/*, .pdf'))).toEqual([true, true, false])
  expect(isOfKind(pdf, 'application/pdf')).toBe(true)
  expect(isOfKind(odd, '')).toBe(true)
})

describe('money', () => {
  test.each([
    ['49,90', 4990],
    ['49.90', 4990],
    ['49', 4900],
    ['1.234,5', 123_450],
    ['1.234', 123_400],
    ['R$ 1.234.567,89', 123_456_789],
    ['1,234.56', 123_456],
    ['-10,00', -1000],
    [',5', 50],
    ['0', 0],
  ])('“%s” is %d cents where people write a comma', (text, cents) => expect(centsOf(text, 'pt-BR')).toBe(cents))

  test('a point is a decimal point where people write one', () => {
    expect(centsOf('1,234.50', 'en-US')).toBe(123_450)
    expect(centsOf('1,234', 'en-US')).toBe(123_400)
  })

  test.each(['', 'abc', '1,234,5', '1,005', '12,345', '1.2.3', '-', '99999999999999999'])(
    '“%s” is not an amount',
    (text) => expect(centsOf(text, 'pt-BR')).toBeNull(),
  )

  test('a formatted amount parses back', () => {
    for (const locale of ['pt-BR', 'en-US', 'es', 'tr'])
      for (const cents of [0, 1, 99, 100, 123_450, 100_000_000])
        expect(centsOf(moneyText(cents, locale), locale)).toBe(cents)
    expect(moneyText(123_450, 'pt-BR')).toBe('1.234,50')
  })
})

describe('weekly hours', () => {
  const week = (at: number, from: string, to: string): WeekHours => ({
    ...usualWeek,
    days: usualWeek.days.map((_, place) => (place === at ? { from, to } : null)),
  })

  test('a night shift extends into the next day, and from Sunday into Monday', () => {
    expect(spansOf(week(3, '22:00', '04:00'))[3]).toEqual([{ from: 22, to: 24, isNext: false }])
    expect(spansOf(week(3, '22:00', '04:00'))[4]).toEqual([{ from: 0, to: 4, isNext: true }])
    expect(spansOf(week(6, '20:00', '02:30'))[0]).toEqual([{ from: 0, to: 2.5, isNext: true }])
    expect(spansOf(week(1, '22:00', '00:00'))[2]).toEqual([])
  })

  test('equal times mean closed, and an invalid time draws nothing', () => {
    expect(weekMinutes(week(0, '08:00', '08:00'))).toBe(0)
    expect(weekMinutes(week(0, '8', '18:00'))).toBe(0)
  })

  test('the week is summed, including nights', () => {
    expect(weekMinutes(usualWeek)).toBe(54 * 60)
    expect(weekMinutes(week(6, '20:00', '02:30'))).toBe(390)
    expect(weekMinutes({ ...usualWeek, same: true, every: { from: '09:00', to: '17:00' } })).toBe(56 * 60)
  })

  test.each([
    ['8', '08:00'],
    ['18h', '18:00'],
    ['830', '08:30'],
    ['1830', '18:30'],
    ['9.15', '09:15'],
    ['9:15', '09:15'],
    ['25', '25'],
    ['12:70', '12:70'],
    ['cedo', 'cedo'],
  ])('“%s” becomes %s', (typed, time) => expect(completeTime(typed)).toBe(time))
})

describe('days and instants', () => {
  test('a range follows the calendar', () => {
    const ranges = Object.fromEntries(rangeNames.map((name) => [name, rangeOf(name, '2026-03-01')]))
    expect(ranges).toEqual({
      today: { from: '2026-03-01', to: '2026-03-01' },
      yesterday: { from: '2026-02-28', to: '2026-02-28' },
      week: { from: '2026-02-23', to: '2026-03-01' },
      lastWeek: { from: '2026-02-16', to: '2026-02-22' },
      month: { from: '2026-03-01', to: '2026-03-01' },
      lastMonth: { from: '2026-02-01', to: '2026-02-28' },
    })
    // The last whole week from Monday, also on a Monday itself.
    expect(rangeOf('lastWeek', '2026-03-02')).toEqual({ from: '2026-02-23', to: '2026-03-01' })
    expect(addDays('2027-12-31', 1)).toBe('2028-01-01')
  })

  test('a time typed in the company’s zone becomes an instant, and back', () => {
    expect(instantOf('2026-11-19T14:30', 'America/Sao_Paulo')).toBe('2026-11-19T17:30:00.000Z')
    expect(localTime('2026-11-19T17:30:00.000Z', 'America/Sao_Paulo')).toBe('2026-11-19T14:30')
    expect(localDay('2026-11-20T01:00:00.000Z', 'America/Sao_Paulo')).toBe('2026-11-19')
    expect(instantOf('', 'America/Sao_Paulo')).toBeNull()
  })

  test('at clock changes: a skipped time moves on, an ambiguous one is the first', () => {
    expect(instantOf('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
    expect(instantOf('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
    for (const local of ['2026-03-29T01:59', '2026-03-29T03:00', '2026-10-25T03:00', '2026-10-25T01:59'])
      expect(localTime(instantOf(local, 'Europe/Berlin') ?? '', 'Europe/Berlin')).toBe(local)
  })
})

test('a variable is a chip if this text replaces it, otherwise plain text', () => {
  const text = 'Olá, {{ firstName }}: {{nextOpening}} {{x}}'
  expect(partsOf(text)).toEqual([{ text: 'Olá, ' }, { variable: 'firstName' }, { text: ': {{nextOpening}} {{x}}' }])
  expect(partsOf(text, outOfHoursNames).at(-2)).toEqual({ variable: 'nextOpening' })
})
