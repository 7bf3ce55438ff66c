/** Calendar days in a time zone: 23 or 25 hours at clock changes, and one that never existed. */
import { expect, test } from 'bun:test'
import { periodOfDay } from '../../src/platform/days'

test.each([
  ['2026-03-02', 'America/Sao_Paulo', '2026-03-02T03:00:00.000Z', 24],
  ['2026-03-02', 'Asia/Kathmandu', '2026-03-01T18:15:00.000Z', 24],
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', 23], // begins at one o'clock
  ['2018-02-17', 'America/Sao_Paulo', '2018-02-17T02:00:00.000Z', 25],
  ['2026-03-29', 'Europe/Istanbul', '2026-03-28T21:00:00.000Z', 24],
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 0], // Samoa crossed the date line
  ['2028-02-29', 'UTC', '2028-02-29T00:00:00.000Z', 24],
])('%s in %s has the right start and length', (day, timeZone, from, hours) => {
  const period = periodOfDay(day, timeZone)
  expect([new Date(period?.from ?? 0).toISOString(), ((period?.to ?? 0) - (period?.from ?? 0)) / 3_600_000]).toEqual([
    from,
    hours,
  ])
})

test.each([
  '2026-02-29',
  '2026-13-01',
  '2026-3-2',
  '02/03/2026',
  '20260302',
  '2026-03-02T00:00',
  '-000001-01-01',
  'hoje',
])('rejects %s', (day) => expect(periodOfDay(day, 'UTC')).toBeUndefined())
