/** Times in the sample company, computed from the instant and time zone of its creation. */
import { describe, expect, test } from 'bun:test'
import { type SampleCampaign, sampleCampaigns, sampleDelivery } from '../../src/features/campaigns/sample'
import { visitTimes } from '../../src/features/ratings/sample'
import { sampleSchedules } from '../../src/features/schedules/sample'
import { conversations, timesOf } from '../../src/operator/sample/story'
import { DAY, HOUR, MINUTE } from '../../src/platform/time'

/** Month ends, a leap day, New Year, and each zone's clock changes. */
const usual = ['2027-05-12', '2027-01-31', '2027-04-30', '2028-02-28', '2028-02-29', '2028-03-01']
const zones: Readonly<Record<string, readonly string[]>> = {
  'America/Sao_Paulo': [...usual, '2026-12-31', '2027-01-01'],
  'America/Los_Angeles': [...usual, '2026-12-31', '2027-01-01', '2027-03-14', '2027-11-07'],
  // Clocks change at midnight: one day has no 00:15, another has it twice.
  'America/Santiago': ['2027-09-05', '2027-04-03', '2027-04-04'],
  'Pacific/Auckland': [...usual, '2026-12-31', '2027-01-01', '2027-09-26', '2027-04-04'],
}
/** Every quarter of an hour, including those repeated by a clock change. */
function quartersOf(day: string, timeZone: string): number[] {
  const date = Temporal.PlainDate.from(day)
  const [from, to] = [date, date.add({ days: 1 })].map((one) => one.toZonedDateTime({ timeZone }).epochMilliseconds)
  if (from === undefined || to === undefined) throw new Error('a day has two ends')
  return Array.from({ length: (to - from) / (15 * MINUTE) }, (_, quarter) => from + quarter * 15 * MINUTE)
}

type Start = { readonly now: number; readonly timeZone: string }
const NOON: Start = { now: Date.UTC(2026, 2, 2, 15), timeZone: 'America/Sao_Paulo' }

/** Past and planned instants by name. */
function timesAt({ now, timeZone }: Start) {
  const campaigns = sampleCampaigns(now, timeZone)
  const schedules = sampleSchedules(now, timeZone)
  const said = conversations.map((one) => [one.name, timesOf(one, now, timeZone)] as const)
  const visits = visitTimes(now, timeZone)
  return { campaigns, schedules, said, visits }
}

const latestFirst = <T>(all: readonly T[], at: (one: T) => number) => all.toSorted((a, b) => at(b) - at(a))

/** Orders as in lists. */
function ordersAt(start: Start) {
  const { campaigns, schedules, said, visits } = timesAt(start)
  const tickets = [
    ...said.map(([name, times]) => ({ name, at: times.at(-1) ?? 0 })),
    ...visits.map((at, n) => ({ name: `visit ${n}`, at })),
  ]
  return {
    campaigns: latestFirst(campaigns, ({ createdAt }) => createdAt).map(({ name }) => name),
    schedules: latestFirst(schedules, ({ sendAt }) => sendAt).map(({ body }) => body),
    scheduled: latestFirst(schedules, ({ createdAt }) => createdAt).map(({ body }) => body),
    tickets: latestFirst(tickets, ({ at }) => at).map(({ name }) => name),
  }
}

/** Instants that break a rule. */
function faultsAt(start: Start): string[] {
  const { now, timeZone } = start
  const { campaigns, schedules, said, visits } = timesAt(start)
  const happened: [string, number | null | undefined][] = [
    ...campaigns.flatMap(({ name, createdAt, startedAt, completedAt }) =>
      [createdAt, startedAt, completedAt].map((at): [string, typeof at] => [name, at]),
    ),
    ...schedules.flatMap(({ body, createdAt, sentAt }) =>
      [createdAt, sentAt].map((at): [string, typeof at] => [body, at]),
    ),
    ...said.flatMap(([name, times]) => times.map((at): [string, number] => [name, at])),
    // Attended and rated within two hours.
    ...visits.map((at, n): [string, number] => [`visit ${n}`, at + 2 * HOUR]),
  ]
  const planned: [string, number | null | undefined][] = [
    ...campaigns
      .filter(({ status }) => status === 'PROGRAMADA')
      .map(({ name, startsAt }): [string, typeof startsAt] => [name, startsAt]),
    ...schedules
      .filter(({ status }) => status === 'pending')
      .map(({ body, sendAt }): [string, number] => [body, sendAt]),
  ]
  const inTheShop = [
    ...campaigns.map(({ name, createdAt }) => [name, createdAt] as const),
    ...schedules.map(({ body, sendAt }) => [body, sendAt] as const),
    ...visits.map((at, n) => [`visit ${n}`, at] as const),
  ]
  const hourOf = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).hour
  return [
    ...happened.filter(([, at]) => (at ?? now) > now).map(([name]) => `${name} lies ahead`),
    // A demo is open for some hours, in which nothing must be sent automatically.
    ...planned.filter(([, at]) => (at ?? 0) < now + 8 * HOUR).map(([name]) => `${name} is about to leave`),
    ...inTheShop.filter(([, at]) => hourOf(at) < 8 || hourOf(at) >= 18).map(([name]) => `${name} is at night`),
    ...said
      .filter(([, times]) => times.some((at, n) => at < (times[n - 1] ?? 0)))
      .map(([name]) => `${name} is out of order`),
  ]
}

describe.each(Object.entries(zones))('created in %s at any quarter of an hour', (timeZone, days) => {
  const starts = days.flatMap((day) => quartersOf(day, timeZone).map((now) => ({ now, timeZone })))
  const when = ({ now }: Start) => Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toString()

  test('past events are in opening hours, and plans are well ahead', () => {
    expect(starts.flatMap((one) => faultsAt(one).map((fault) => `${when(one)}: ${fault}`))).toEqual([])
  })

  test('lists have the same order at any time', () => {
    const usual = JSON.stringify(ordersAt(NOON))
    expect(starts.filter((one) => JSON.stringify(ordersAt(one)) !== usual).map(when)).toEqual([])
  })

  test('campaign results are in the past, and waiting contacts wait equally long', () => {
    const reaching = (one: SampleCampaign) => (one.reached ? [one] : [])
    for (const { now } of starts.filter((_, quarter) => quarter % 96 === 0)) {
      const ahead = sampleCampaigns(now, timeZone)
        .flatMap(reaching)
        .flatMap((one) => Array.from({ length: one.reached.count }, (_, n) => sampleDelivery(one, n).at))
        .filter((at) => at > now)
      expect(ahead).toEqual([])
      const waiting = conversations.filter(({ ends }) => ends === 'waiting')
      expect(waiting.map((one) => now - (timesOf(one, now, timeZone)[0] ?? 0))).toEqual(
        [27, 8, 3].map((n) => n * MINUTE),
      )
    }
  })
})

test('a time of day is kept across a clock change', () => {
  const timeZone = 'America/Los_Angeles'
  const now = Temporal.ZonedDateTime.from(`2027-03-14T12:00[${timeZone}]`).epochMilliseconds
  expect(now - (visitTimes(now, timeZone).at(-1) ?? 0)).toBe(2 * DAY + HOUR)
})
