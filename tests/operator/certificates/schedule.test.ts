/** When a certificate is renewed, and when after failures. */
import { describe, expect, test } from 'bun:test'
import type { Attempt } from '../../../src/operator/certificates/attempts'
import { nextTryAt, renewalAt, troubleIn, warningAt } from '../../../src/operator/certificates/schedule'
import { readDomain } from '../../../src/platform/domain'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const NOW = Date.UTC(2026, 2, 2, 12)
const life = (length: number, serial = 'A1') => ({ from: NOW, to: NOW + length, serial })
const attempt = (state: Attempt['state'], minutesAgo: number, more: Partial<Attempt> = {}): Attempt => ({
  id: 1000 - minutesAgo,
  name: 'a.example',
  startedAt: NOW - minutesAgo * MINUTE,
  endedAt: NOW - minutesAgo * MINUTE,
  state,
  challenge: null,
  cause: null,
  detail: null,
  retryAt: null,
  ...more,
})

describe('a renewal', () => {
  test('comes at two thirds of the life, at different times for different certificates, the same for the same', () => {
    const days = ['A', 'B', 'C', 'D'].map((serial) => (renewalAt(life(90 * DAY, serial), null) - NOW) / DAY)
    for (const day of days) {
      expect(day).toBeGreaterThan(57)
      expect(day).toBeLessThanOrEqual(60)
    }
    expect(new Set(days).size).toBe(4)
    expect(renewalAt(life(90 * DAY), null)).toBe(renewalAt(life(90 * DAY), null))
  })

  test('comes every two days where certificates live 160 hours, and in thirds where they live 45 days', () => {
    expect((renewalAt(life(160 * HOUR), null) - NOW) / HOUR).toBeGreaterThan(43)
    expect((renewalAt(life(160 * HOUR), null) - NOW) / HOUR).toBeLessThanOrEqual(48)
    expect((renewalAt(life(45 * DAY), null) - NOW) / DAY).toBeLessThanOrEqual(30)
  })

  test('comes when the authority wants it, but not again and again, and not later than by our own time', () => {
    const wish = (from: number, to: number) => ({ start: NOW + from * DAY, end: NOW + to * DAY })
    const at = renewalAt(life(90 * DAY), wish(10, 12))
    expect(at).toBeGreaterThanOrEqual(NOW + 10 * DAY)
    expect(at).toBeLessThanOrEqual(NOW + 12 * DAY)
    expect(renewalAt(life(90 * DAY), wish(-9, -8))).toBe(NOW + DAY)
    expect(renewalAt(life(90 * DAY), wish(80, 85))).toBe(renewalAt(life(90 * DAY), null))
  })
})

describe('after failures', () => {
  test('the pause grows, what the authority asks for counts, and an end that is near shortens it', () => {
    expect(nextTryAt([], null, NOW)).toBe(0)
    expect(nextTryAt([attempt('failed', 0)], null, NOW) - NOW).toBeGreaterThanOrEqual(5 * MINUTE)
    const many = Array.from({ length: 9 }, (_, n) => attempt('failed', n * 60))
    expect(nextTryAt(many, null, NOW) - NOW).toBeGreaterThanOrEqual(12 * HOUR)
    expect(nextTryAt(many, NOW + HOUR, NOW) - NOW).toBeLessThan(2 * HOUR)
    expect(nextTryAt([attempt('failed', 0, { retryAt: NOW + 7 * DAY })], NOW + HOUR, NOW)).toBe(NOW + 7 * DAY)
  })

  test('a killed process orders at once twice, then waits as after a failure', () => {
    const killed = (count: number) => Array.from({ length: count }, (_, n) => attempt('interrupted', n))
    expect(nextTryAt(killed(2), null, NOW)).toBe(0)
    expect(nextTryAt(killed(3), null, NOW)).toBeGreaterThan(NOW)
  })

  test('a success ends the count', () => {
    expect(troubleIn([attempt('renewed', 1), attempt('failed', 2)]).failures).toBe(0)
    expect(troubleIn([attempt('failed', 1), attempt('failed', 2), attempt('issued', 3)]).failures).toBe(2)
  })

  test('people are warned a week, a day and an hour too late', () => {
    expect(warningAt(life(90 * DAY), NOW)).toBeNull()
    expect(warningAt(life(6 * DAY + 10 * DAY), NOW + 10 * DAY)).toBe('week')
    expect(warningAt(life(160 * HOUR), NOW)).toBeNull()
    expect(warningAt(life(160 * HOUR), NOW + 140 * HOUR)).toBe('day')
    expect(warningAt(life(90 * DAY), NOW + 90 * DAY)).toBe('expired')
  })
})

test.each([
  ['Atende.Example.com', 'atende.example.com'],
  ['atende.example.com.', 'atende.example.com'],
  ['atenção.com.br', 'xn--ateno-dra1a.com.br'],
  ['203.0.113.41', '203.0.113.41'],
  ['2001:DB8::0:1', '2001:db8::1'],
  ['localhost', undefined],
  ['*.example.com', undefined],
  ['a.example:8080', undefined],
  ['https://a.example', undefined],
  ['a.example/x', undefined],
  ['u@a.example', undefined],
  ['-a.example', undefined],
  ['0x7f.1', undefined],
  ['127.1', undefined],
  ['', undefined],
])('%p is read as %p', (typed, name) => expect(readDomain(typed)).toBe(name))
