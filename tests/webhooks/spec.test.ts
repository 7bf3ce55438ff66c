import { expect, test } from 'bun:test'
import type { Webhook } from '../../src/features/webhooks/contract'
import { shareDelivered, shownWebhooks, stateOf } from '../../ui/features/webhooks/spec'

const finished = { delivered: 0, failed: 0 }
const none = { ...finished, waiting: 0 }
const hook = (change: Partial<Webhook>): Webhook => ({
  id: 1,
  url: 'https://erp.example/balcao',
  topics: ['messages'],
  active: true,
  disabledWhy: null,
  disabledAt: null,
  failingSince: null,
  lastAt: null,
  secretAt: '2026-03-02T12:00:00.000Z',
  oldSecretUntil: null,
  counts: none,
  lastDay: finished,
  createdAt: '2026-03-02T12:00:00.000Z',
  ...change,
})
const at = '2026-03-02T12:00:00.000Z'

test.each([
  ['fresh', {}],
  ['answers', { lastAt: at }],
  ['failing', { lastAt: at, failingSince: at }],
  ['late', { lastAt: at, failingSince: at, counts: { ...none, delivered: 3 } }],
  ['paused', { active: false }],
  ['disabled', { active: false, disabledWhy: 'gone' }],
] as const)('a webhook is shown as %s', (state, change) => {
  expect(stateOf(hook(change))).toBe(state)
})

test('the share of the day is unknown without deliveries', () => {
  expect(shareDelivered(hook({}))).toBeNull()
  expect(shareDelivered(hook({ lastDay: { delivered: 3, failed: 1 } }))).toBe(0.75)
})

test('addresses are found by any part of them', () => {
  const all = [hook({}), hook({ id: 2, url: 'https://bi.example/' })]
  expect(shownWebhooks(all, 'BI.ex').map(({ id }) => id)).toEqual([2])
})
