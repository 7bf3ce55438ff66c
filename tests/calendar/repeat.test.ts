/** The days of repeated events. */
import { expect, test } from 'bun:test'
import { type RepeatKind, repeatKinds } from '../../src/features/calendar/contract'
import {
  movedDays,
  nextOccurrence,
  type Occurrence,
  occurrencesIn,
  type Series,
} from '../../src/features/calendar/repeat'
import { zoneOf } from '../../src/features/calendar/zone'
import { calendarZone } from '../../ui/features/calendar/times'
import { createRandom } from '../support/random'

const zones = ['America/Sao_Paulo', 'Europe/Madrid', 'America/New_York', 'Australia/Lord_Howe']

/** Day by day, by the calendar alone. */
function walked({ start, end, repeat, skipped }: Series, timeZone: string, to: number): Occurrence[] {
  const wallOf = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDateTime()
  const [begins, ends] = [wallOf(start), wallOf(end)]
  const first = begins.toPlainDate()
  const found: Occurrence[] = []
  for (let days = 0; days < 3_000; days++) {
    const day = first.add({ days })
    if (repeat?.until && day.toString() > repeat.until) break
    if (days > 0 && !isOn(repeat?.kind, first, day)) continue
    if (days === 0 && repeat?.kind === 'weekdays' && day.dayOfWeek > 5) continue
    if (skipped.includes(day.toString())) continue
    const at = (wall: Temporal.PlainDateTime) => wall.add({ days }).toZonedDateTime(timeZone).epochMilliseconds
    const [from, until] = days === 0 ? [start, end] : [at(begins), at(ends)]
    if (from >= to) break
    found.push({ day: day.toString(), start: from, end: until > from ? until : from + end - start })
  }
  return found
}

function isOn(kind: RepeatKind | undefined, first: Temporal.PlainDate, day: Temporal.PlainDate): boolean {
  const days = first.until(day).days
  const isDate = day.day === Math.min(first.day, day.daysInMonth)
  switch (kind) {
    case 'day':
      return true
    case 'weekdays':
      return day.dayOfWeek <= 5
    case 'week':
      return days % 7 === 0
    case 'fortnight':
      return days % 14 === 0
    case 'month':
      return isDate
    case 'year':
      return isDate && day.month === first.month
    default:
      return false
  }
}

test('the expansion of any series equals a walk day by day, on the server and on the screens', () => {
  const { below, pick, oneIn } = createRandom(7)
  const [HOUR, DAY] = [3_600_000, 86_400_000]
  const base = Date.UTC(2024, 0, 27)
  for (let turn = 0; turn < 250; turn++) {
    const timeZone = pick(zones)
    const start = base + below(900) * DAY + below(96) * 900_000
    const dayOf = (days: number) => new Date(start + days * DAY).toISOString().slice(0, 10)
    const series: Series = {
      start,
      end: start + (oneIn(5) ? below(4) * DAY + HOUR : (1 + below(20)) * 900_000),
      repeat: { kind: pick(repeatKinds), until: oneIn(3) ? dayOf(below(700)) : null },
      skipped: Array.from({ length: below(6) }, () => dayOf(below(60))),
    }
    const from = start + (below(900) - 60) * DAY + below(24) * HOUR
    const period = { from, to: from + (1 + below(42)) * DAY }
    const expected = walked(series, timeZone, period.to)
    const shown = expected.filter(({ end }) => end > period.from)
    const why = JSON.stringify({ turn, timeZone, series, period })
    expect({ why, found: occurrencesIn(series, zoneOf(timeZone), period) }).toEqual({ why, found: shown })
    expect({ why, found: occurrencesIn(series, calendarZone(timeZone), period) }).toEqual({ why, found: shown })
    const next = nextOccurrence(series, zoneOf(timeZone), from)
    if (next && next.start < period.to)
      expect({ why, next }).toEqual({ why, next: expected.find((one) => one.start > from) as Occurrence }) // found by the walk too
  }
})

test('an event on the 31st takes place on the last day of shorter months, and keeps its wall clock time', () => {
  const zone = zoneOf('Europe/Madrid')
  const start = zone.instantOf('2026-01-31T09:00')
  const series: Series = {
    start,
    end: start + 1,
    repeat: { kind: 'month', until: '2026-04-30' },
    skipped: ['2026-03-31'],
  }
  const found = occurrencesIn(series, zone, { from: 0, to: Date.UTC(2030, 0) })
  expect(found.map((one) => zone.localOf(one.start))).toEqual([
    '2026-01-31T09:00',
    '2026-02-28T09:00',
    '2026-04-30T09:00',
  ])
})

test('a series without end is expanded within bounded steps, however far', () => {
  const zone = zoneOf('America/Sao_Paulo')
  const start = Date.UTC(1970, 0, 5, 12)
  for (const kind of repeatKinds) {
    const series: Series = { start, end: start + 60_000, repeat: { kind, until: null }, skipped: [] }
    expect(occurrencesIn(series, zone, { from: start, to: Date.UTC(2199, 0) }).length).toBeLessThanOrEqual(1_000)
    expect(nextOccurrence(series, zone, Date.UTC(2198, 5))?.start).toBeGreaterThan(Date.UTC(2198, 5))
  }
})

test('marked days move with the occurrences of a series, and stay where it still takes place', () => {
  for (const [kind, first, next, days, moved] of [
    ['week', '2026-03-02', '2026-03-04', ['2026-03-16', '2026-03-30'], ['2026-03-18', '2026-04-01']],
    ['week', '2026-03-02', '2026-03-09', ['2026-03-16'], ['2026-03-16']],
    ['fortnight', '2026-03-02', '2026-03-09', ['2026-03-16'], ['2026-03-23']],
    ['month', '2026-01-31', '2026-02-03', ['2026-02-28', '2026-03-31'], ['2026-03-03', '2026-04-03']],
    ['month', '2026-01-31', '2026-01-30', ['2026-02-28', '2026-03-31'], ['2026-02-28', '2026-03-30']],
    ['year', '2026-12-24', '2026-12-23', ['2027-12-24'], ['2027-12-23']],
    ['day', '2026-03-02', '2026-03-04', ['2026-03-16'], ['2026-03-16']],
    ['weekdays', '2026-03-02', '2026-03-04', ['2026-03-16'], ['2026-03-16']],
    ['week', '2026-03-02', '2026-03-04', ['2026-03-17'], []],
  ] as const)
    expect([kind, next, movedDays(days, kind, first, next)]).toEqual([kind, next, [...moved]])
})
