import { expect, test } from 'bun:test'
import { type Attempt, holdOf, isReceiverDown, outcomeOf } from '../../src/features/webhooks/retries'
import { DAY, HOUR, MINUTE, SECOND } from '../../src/platform/time'

const NOW = Date.UTC(2026, 2, 2, 12)
const attempt = (change: Partial<Attempt>): Attempt => ({
  fault: 'status',
  status: 500,
  retryAfter: null,
  at: NOW,
  took: 5,
  answer: null,
  ...change,
})

test.each([
  ['no answer', { status: null, fault: 'timeout' }, true],
  ['503', { status: 503 }, true],
  ['429', { status: 429 }, true],
  ['404', { status: 404 }, false],
  ['a redirect', { status: 302 }, false],
  ['200', { status: 200, fault: null }, false],
] as const)('%s: whether the receiver is down', (_, change, isDown) => {
  expect(isReceiverDown(attempt(change))).toBe(isDown)
})

test('pauses for a receiver that is down grow to a minute', () => {
  const pauses = [1, 2, 3, 6, 7, 20, 5000].map((streak) => holdOf(attempt({}), streak, NOW) - NOW)
  expect(pauses).toEqual([SECOND, 2 * SECOND, 4 * SECOND, 32 * SECOND, MINUTE, MINUTE, MINUTE])
})

test('Retry-After is seconds or a date, at most an hour, and only with 429 and 503', () => {
  const waitOf = (status: number, retryAfter: string) => holdOf(attempt({ status, retryAfter }), 1, NOW) - NOW
  expect(waitOf(429, '120')).toBe(2 * MINUTE)
  expect(waitOf(503, new Date(NOW + 3 * MINUTE).toUTCString())).toBe(3 * MINUTE)
  expect(waitOf(503, '999999999')).toBe(HOUR)
  for (const [status, words] of [
    [503, 'soon'],
    [503, '-5'],
    [500, '120'],
  ] as const)
    expect([status, words, waitOf(status, words)]).toEqual([status, words, SECOND])
})

test('a delivery fails when its next attempt would be after its expiry, or at once after 410', () => {
  const expiresAt = NOW + DAY
  expect(outcomeOf(attempt({}), { tries: 1, expiresAt }, NOW, 0.5)).toEqual({
    status: 'waiting',
    nextAt: NOW + 5 * SECOND,
  })
  expect(outcomeOf(attempt({}), { tries: 99, expiresAt }, NOW, 0.5)).toEqual({
    status: 'waiting',
    nextAt: NOW + 8 * HOUR,
  })
  expect(outcomeOf(attempt({}), { tries: 7, expiresAt }, expiresAt - HOUR, 0.5)).toEqual({ status: 'failed' })
  expect(outcomeOf(attempt({ status: 410 }), { tries: 1, expiresAt }, NOW, 0.5)).toEqual({ status: 'failed' })
  expect(outcomeOf(attempt({ fault: null }), { tries: 1, expiresAt }, NOW, 0.5)).toEqual({ status: 'delivered' })
})
