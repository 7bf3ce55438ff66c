/** What needs the operator's attention on the monitor. */
import { describe, expect, test } from 'bun:test'
import type { Overview } from '../../../src/features/monitor/contract'
import { addressKeys, operatorKeys } from '../../../src/settings/operator/contract'
import { asksOf, urgencyOf } from '../../../ui/features/monitor/rules'
import { sections, shownEntries } from '../../../ui/features/operator-settings/sections'

const NOW = Date.UTC(2026, 2, 2, 12)
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()

const queue = { name: 'outbox', waiting: 0, isCut: false, companies: 0, since: null, failed: 0, canRetry: true }
const calm: Overview = {
  machine: null,
  startedAt: ago(600),
  loop: { p50: 1, p99: 18, max: 60 },
  memory: { used: 4e8, total: 2e9 },
  disk: { total: 100, free: 40, databases: 10, backups: 10 },
  sockets: { count: 1, people: 1, companies: 1 },
  connections: { total: 1, up: 1 },
  requests: { total: 10, slow: 0, worst: null },
  queues: [queue],
  jobs: [],
  errors: [],
  companies: { count: 1, records: [] },
  down: { count: 0, records: [] },
  slow: [],
  backups: {
    pattern: '0 3 * * *',
    keep: 14,
    folder: '/b',
    next: ago(-60),
    lastGoodAt: ago(600),
    isRunning: false,
    hasFailed: false,
    records: [],
  },
  mailSignedOut: null,
  certificate: null,
  update: null,
  biUrl: null,
}
const asked = (change: Partial<Overview>) =>
  asksOf({ ...calm, ...change }, NOW).map(({ what, tone }) => `${what} ${tone}`)
const job = { name: 'a.b', due: 1, since: null, next: null, runs: 1, failures: 1, ranAt: ago(1), took: 1 }
const down = { company: { id: 2, name: 'Sol' }, id: 1, name: 'Loja', status: 'DISCONNECTED', reason: null }

describe('what needs attention', () => {
  test('is empty while all is well', () => expect(asked({})).toEqual([]))

  test.each<[string, Partial<Overview>]>([
    ['queue bad', { queues: [{ ...queue, waiting: 3, since: ago(16) }] }],
    ['job bad', { jobs: [{ ...job, failedAt: ago(1) }] }],
    ['mailSignedOut bad', { mailSignedOut: 'balcao@provedor.example' }],
    ['certificateFailing bad', { certificate: { name: 'a.example', state: 'failing', to: ago(-900) } }],
    ['certificateMissing bad', { certificate: { name: 'a.example', state: 'missing', to: null } }],
    ['certificateExpired bad', { certificate: { name: 'a.example', state: 'expired', to: ago(60) } }],
    ['updateOffered warn', { update: { version: '1.1.0', state: 'offered', at: ago(60) } }],
    ['updateFailed warn', { update: { version: '1.1.0', state: 'failed', at: ago(60) } }],
    ['updateBack warn', { update: { version: '1.1.0', state: 'back', at: ago(60) } }],
    ['updateBroken bad', { update: { version: '1.1.0', state: 'broken', at: ago(60) } }],
    ['disk bad', { disk: { ...calm.disk, free: 9 } }],
    ['down warn', { down: { count: 1, records: [{ ...down, since: ago(21) }] } }],
    ['loop warn', { loop: { p50: 1, p99: 300, max: 400 } }],
    ['backupFailed bad', { backups: { ...calm.backups, hasFailed: true } }],
    ['backupLate bad', { backups: { ...calm.backups, next: ago(121) } }],
    ['noBackups warn', { backups: { ...calm.backups, pattern: '', next: null, lastGoodAt: null } }],
  ])('%s', (wanted, change) => expect(asked(change)).toEqual([wanted]))

  test.each<[string, Partial<Overview>]>([
    ['a queue whose next one is due later', { queues: [{ ...queue, waiting: 3, since: ago(-300) }] }],
    ['a job that failed and was run again', { jobs: [{ ...job, failedAt: null }] }],
    ['a connection that is down for a moment', { down: { count: 1, records: [{ ...down, since: ago(5) }] } }],
    ['a backup that is being made', { backups: { ...calm.backups, next: ago(200), isRunning: true } }],
  ])('is not %s', (_, change) => expect(asked(change)).toEqual([]))

  test('is sorted by severity', () => {
    const change = { loop: { p50: 1, p99: 300, max: 400 }, disk: { ...calm.disk, free: 9 } }
    expect(asked(change)).toEqual(['disk bad', 'loop warn'])
  })
})

test('a queue is late after a quarter of an hour, and soon after five minutes or a failure', () => {
  const urgency = (minutes: number, failed = 0) => urgencyOf({ ...queue, waiting: 1, since: ago(minutes), failed }, NOW)
  expect([urgency(4), urgency(4, 1), urgency(6), urgency(15)]).toEqual([undefined, 'soon', 'soon', 'late'])
})

test('each operator setting appears exactly once, and a provider’s only while it is chosen', () => {
  const all = sections.flatMap(({ entries }) => entries.map(({ key }) => key))
  expect([...all, ...addressKeys].toSorted()).toEqual(operatorKeys.toSorted())
  const pix = sections.find(({ id }) => id === 'pix')
  const shown = (value: string) =>
    pix && shownEntries(pix, [{ key: 'pixProvider', value, source: 'stored' }]).map(({ key }) => key)
  expect(shown('manual')).toEqual(['pixProvider', 'pixKey', 'pixName', 'pixCity'])
  expect(shown('asaas')).toEqual(['pixProvider', 'pixKey', 'asaasKey', 'asaasWebhookToken', 'asaasSandbox'])
})
