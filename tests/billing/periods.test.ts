/** Due dates: properties over random dates, recurrences and time zones, and known edge cases. */
import { describe, expect, test } from 'bun:test'
import { customPrice, invoiceAmount } from '../../src/features/billing/contract'
import { customOffer } from '../../src/features/billing/custom-plan'
import { mailDays, mailDue } from '../../src/features/billing/periods'
import { operatorSettings } from '../../src/settings/operator/contract'
import { type Recurrence, recurrenceMonths } from '../../src/tenancy/contract'
import { daysUntil, periodOf, renew } from '../../src/tenancy/due'
import { createRandom } from '../support/random'

const SAO_PAULO = 'America/Sao_Paulo'
const zones = [
  SAO_PAULO,
  'America/Noronha',
  'Europe/Istanbul',
  'Europe/Madrid',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'UTC',
]
const recurrences = Object.keys(recurrenceMonths) as Recurrence[] // its own keys
const at = (local: string, timeZone = SAO_PAULO) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds
const local = (ms: number, timeZone = SAO_PAULO) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)

/** Due dates of a company that always pays three days early. */
function paidEarly(first: string, recurrence: Recurrence, times: number, timeZone = SAO_PAULO): string[] {
  let due = { dueAt: at(first, timeZone), dueDay: null as number | null }
  return Array.from({ length: times }, () => {
    due = renew({ ...due, timeZone }, recurrence, due.dueAt - 3 * 86_400_000)
    return periodOf(due.dueAt, timeZone)
  })
}

describe('the due date after a payment', () => {
  test('keeps the day of the month, and takes the last day of a shorter month', () => {
    expect(paidEarly('2027-01-31T12:00', 'MENSAL', 5)).toEqual([
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
      '2027-06-30',
    ])
    expect(paidEarly('2027-12-30T12:00', 'MENSAL', 3)).toEqual(['2028-01-30', '2028-02-29', '2028-03-30'])
    expect(paidEarly('2027-02-28T12:00', 'MENSAL', 2)).toEqual(['2027-03-28', '2027-04-28'])
  })

  test('of a year from 29 February is 28 February, and 29 again in the next leap year', () => {
    expect(paidEarly('2028-02-29T12:00', 'ANUAL', 4)).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'])
  })

  test('counts from the old due date when paid on it, and from today when paid a day later', () => {
    const dueAt = at('2026-11-17T10:00')
    const paid = (now: string) =>
      periodOf(renew({ dueAt, dueDay: null, timeZone: SAO_PAULO }, 'MENSAL', at(now)).dueAt, SAO_PAULO)
    expect(paid('2026-11-01T08:00')).toBe('2026-12-17')
    expect(paid('2026-11-17T23:59')).toBe('2026-12-17')
    expect(paid('2026-11-18T00:00')).toBe('2026-12-18')
    expect(paid('2026-11-19T12:00')).toBe('2026-12-19')
    expect(paid('2027-03-31T12:00')).toBe('2027-04-30')
  })

  test('keeps the day of a due date that the operator set', () => {
    const due = { dueAt: at('2027-03-15T12:00'), dueDay: 31, timeZone: SAO_PAULO }
    expect(periodOf(renew(due, 'MENSAL', due.dueAt).dueAt, SAO_PAULO)).toBe('2027-04-15')
  })

  test('is in the future, one recurrence later, at the same time of day, in every time zone', () => {
    const { pick, between } = createRandom(5)
    for (let turn = 0; turn < 3000; turn++) {
      const [timeZone, recurrence] = [pick(zones), pick(recurrences)]
      const dueAt = between(Date.UTC(2024, 0, 1), Date.UTC(2036, 0, 1))
      const now = dueAt + between(-40, 40) * 86_400_000 + between(0, 86_400_000)
      const next = renew({ dueAt, dueDay: null, timeZone }, recurrence, now)
      const [before, after, today] = [local(dueAt, timeZone), local(next.dueAt, timeZone), local(now, timeZone)]
      const isPast = Temporal.PlainDate.compare(before.toPlainDate(), today.toPlainDate()) < 0
      const from = (isPast ? today : before).toPlainDate()
      expect(next.dueAt).toBeGreaterThan(now)
      expect(after.toPlainDate().equals(from.add({ months: recurrenceMonths[recurrence] }))).toBe(true)
      const kept = Temporal.PlainDateTime.from(`${after.toPlainDate()}T${before.toPlainTime()}`)
      expect(next.dueAt).toBe(kept.toZonedDateTime(timeZone).epochMilliseconds)
    }
  })

  test('never drifts to an earlier day over many payments', () => {
    const { pick, between } = createRandom(9)
    for (let turn = 0; turn < 300; turn++) {
      const [timeZone, recurrence] = [pick(zones), pick(recurrences)]
      const first = local(between(Date.UTC(2024, 0, 1), Date.UTC(2030, 0, 1)), timeZone)
      let due = { dueAt: first.epochMilliseconds, dueDay: null as number | null }
      for (let n = 1; n <= 14; n++) {
        due = renew({ ...due, timeZone }, recurrence, due.dueAt - between(0, 10) * 86_400_000)
        const now = local(due.dueAt, timeZone)
        expect(now.day).toBe(Math.min(first.day, now.daysInMonth))
      }
    }
  })
})

describe('days until the due date', () => {
  test('are counted in the company’s calendar', () => {
    const now = at('2026-11-19T23:30')
    expect(daysUntil(at('2026-11-20T00:10'), now, SAO_PAULO)).toBe(1)
    expect(daysUntil(at('2026-11-19T00:10'), now, SAO_PAULO)).toBe(0)
    expect(daysUntil(at('2026-11-17T10:00'), now, SAO_PAULO)).toBe(-2)
    expect(daysUntil(at('2026-11-20T00:10'), now, 'UTC')).toBe(0)
  })
})

test('a mail is due 10, 3 and 0 days before and after, and up to two days late', () => {
  const found = Object.fromEntries(
    Array.from({ length: 31 }, (_, n) => 15 - n).flatMap((left) => {
      const day = mailDue(left)
      return day === undefined ? [] : [[left, day]]
    }),
  )
  expect(found).toEqual({
    10: -10,
    9: -10,
    8: -10,
    3: -3,
    2: -3,
    1: -3,
    0: 0,
    '-1': 0,
    '-2': 0,
    '-3': 3,
    '-4': 3,
    '-5': 3,
    '-10': 10,
    '-11': 10,
    '-12': 10,
  })
  expect([...new Set(Object.values(found))].toSorted((a, b) => a - b)).toEqual([...mailDays])
})

test('a custom plan costs 49, 11 for each user over 3 and 20 for each connection over 3', () => {
  const offer = customOffer({ read: (key) => operatorSettings[key].fallback }) ?? expect.unreachable()
  expect(customPrice(offer, { users: 3, connections: 3 })).toBe(4900)
  expect(customPrice(offer, { users: 23, connections: 8 })).toBe(36_900)
  expect(recurrences.map((one) => invoiceAmount(4900, one))).toEqual([4900, 9800, 14_700, 29_400, 58_800])
})
