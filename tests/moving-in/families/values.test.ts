import { describe, expect, test } from 'bun:test'
import {
  readBoolean,
  readCents,
  readClock,
  readDay,
  readInstant,
  readMessageTimestamp,
} from '../../../src/moving-in/reading/values'

const at = (moment: string) => Date.parse(moment)

describe('instant', () => {
  const cases: readonly (readonly [stored: string | null, instant: number | null])[] = [
    ['2026-11-20 18:00:00.123+00', at('2026-11-20T18:00:00.123Z')],
    ['2026-11-20 18:00:00.123456+00', at('2026-11-20T18:00:00.123Z')],
    ['2026-11-20 15:00:00-03', at('2026-11-20T18:00:00Z')],
    ['2026-11-20 23:30:00+05:30', at('2026-11-20T18:00:00Z')],
    ['2026-11-20T18:00:00.000Z', at('2026-11-20T18:00:00Z')],
    ['2026-11-20 15:00:00', at('2026-11-20T18:00:00Z')],
    ['2026-11-20 15:00:00.500000', at('2026-11-20T18:00:00.500Z')],
    ['2026-11-20', at('2026-11-20T03:00:00Z')],
    ['1795197600', at('2026-11-20T18:00:00Z')],
    ['1795197600123', at('2026-11-20T18:00:00.123Z')],
    ['infinity', null],
    ['-infinity', null],
    ['0000-00-00 00:00:00', null],
    ['0', null],
    ['', null],
    ['ontem', null],
    [null, null],
  ]
  test.each(cases)('of %p is %p', (stored, instant) => {
    expect(readInstant(stored)).toBe(instant)
  })

  test('without a zone is in the zone that the operator names', () => {
    expect(readInstant('2026-11-20 18:00:00', 'Z')).toBe(at('2026-11-20T18:00:00Z'))
    expect(readInstant('2026-11-20 14:00:00', '-04:00')).toBe(at('2026-11-20T18:00:00Z'))
  })
})

test.each([
  ['1795197600,"pushName":"Ana"', at('2026-11-20T18:00:00Z')],
  ['"1795197600","status":2', at('2026-11-20T18:00:00Z')],
  ['{"low":1795197600,"high":0,"unsigned":true}', at('2026-11-20T18:00:00Z')],
  [' { "high" : 0 , "low" : 1795197600 }', at('2026-11-20T18:00:00Z')],
  ['1795197600123}', at('2026-11-20T18:00:00.123Z')],
  ['null,', null],
  ['12,', null],
])('messageTimestamp %p is %p', (start, instant) => {
  expect(readMessageTimestamp(start)).toBe(instant)
})

test.each([
  ['t', true],
  ['f', false],
  ['1', true],
  ['0', false],
  ['true', true],
  ['enabled', true],
  ['disabled', false],
  ['desabled', false],
  ['disable', false],
  ['active', true],
  ['\u0001', true],
  ['\u0000', false],
  ['talvez', null],
  [null, null],
])('switch %p is %p', (stored, is) => {
  expect(readBoolean(stored)).toBe(is)
})

test.each([
  ['99.9', 9990],
  ['99.90', 9990],
  ['99,90', 9990],
  ['R$ 1.234,50', 123_450],
  ['1,234.50', 123_450],
  ['0', 0],
  ['', null],
  [null, null],
])('amount %p is %p cents', (stored, cents) => {
  expect(readCents(stored)).toBe(cents)
})

test.each([
  ['8:00', '08:00'],
  ['08:00:00', '08:00'],
  ['24:00', '23:59'],
  ['', null],
  ['25:00', null],
])('clock %p is %p', (stored, clock) => {
  expect(readClock(stored)).toBe(clock)
})

test.each([
  ['2026-12-15', '2026-12-15'],
  ['2026-12-15 00:00:00+00', '2026-12-15'],
  ['0000-00-00', null],
  ['15/12/2026', null],
])('day %p is %p', (stored, day) => {
  expect(readDay(stored)).toBe(day)
})
