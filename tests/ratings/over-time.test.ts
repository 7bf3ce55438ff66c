import { expect, test } from 'bun:test'
import { overTime, QUARTER, type Quarter } from '../../src/features/ratings/over-time'

const asked = (at: string, more: Partial<Quarter> = {}): Quarter => ({
  quarter: Math.floor(Date.parse(at) / QUARTER),
  asked: 1,
  answered: 0,
  csat: 0,
  satisfied: 0,
  promoters: 0,
  passives: 0,
  detractors: 0,
  ...more,
})
const shown = (quarters: readonly Quarter[], zone: string) => {
  const { unit, spans } = overTime(quarters, zone)
  return [unit, ...spans.map((span) => `${span.from} ${span.asked}`)]
}

test('days follow the company’s time zone, also across daylight saving, and include empty ones', () => {
  const quarters = [
    '2026-10-23T22:45Z',
    '2026-10-23T23:00Z',
    '2026-10-24T23:30Z',
    '2026-10-25T23:30Z',
    '2026-10-26T00:00Z',
    '2026-10-28T12:00Z',
  ]
  expect(
    shown(
      quarters.map((at) => asked(at)),
      'Europe/Lisbon',
    ),
  ).toEqual(['day', '2026-10-23 1', '2026-10-24 1', '2026-10-25 2', '2026-10-26 1', '2026-10-27 0', '2026-10-28 1'])
  expect(shown([asked('2026-03-01T18:29:00Z'), asked('2026-03-01T18:30:00Z')], 'Asia/Kolkata')).toEqual([
    'day',
    '2026-03-01 1',
    '2026-03-02 1',
  ])
})

test('longer periods use weeks, which begin on Monday, and then months', () => {
  const weeks = shown([asked('2026-01-01T15:00Z'), asked('2026-02-28T15:00Z')], 'America/Sao_Paulo')
  expect([weeks[0], weeks[1], weeks.at(-1), weeks.length]).toEqual(['week', '2025-12-29 1', '2026-02-23 1', 10])
  const months = shown([asked('2025-01-31T15:00Z'), asked('2026-03-31T15:00Z')], 'America/Sao_Paulo')
  expect([months[0], months[1], months.at(-1), months.length]).toEqual(['month', '2025-01-01 1', '2026-03-01 1', 16])
})

test('adds up the answers; without any the result is empty', () => {
  const of = { answered: 3, csat: 2, satisfied: 1, promoters: 1 }
  expect(overTime([asked('2026-03-02T12:00Z', of), asked('2026-03-02T12:00Z', of)], 'UTC').spans).toEqual([
    {
      from: '2026-03-02',
      asked: 2,
      answered: 6,
      csat: { answered: 4, satisfied: 2 },
      nps: { promoters: 2, passives: 0, detractors: 0 },
    },
  ])
  expect(overTime([], 'UTC')).toEqual({ unit: 'day', spans: [] })
})
