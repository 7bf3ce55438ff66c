/** What the page about updates says, state by state. */
import { describe, expect, test } from 'bun:test'
import type { InstallationUpdate, UpdateAttempt } from '../../../src/operator/update/contract'
import {
  adviceFor,
  causeIn,
  changesIn,
  findLoneMachine,
  type Head,
  headOf,
  outageOf,
  rowsOf,
  shortKey,
  shownAttempt,
} from '../../../ui/features/installation/update/rules'

const NOW = Date.UTC(2026, 2, 2, 12)
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()

const offer = {
  version: '1.1.0',
  at: ago(9000),
  size: 1e8,
  changes: { en: ['One.'], 'pt-BR': ['Um.'] },
  page: null,
  changesData: false,
  hasFailed: false,
}
const data: InstallationUpdate = {
  version: '1.0.0',
  platform: 'linux-x64',
  key: 'ab'.repeat(32),
  obstacle: null,
  address: 'https://example.com/balcao',
  isAddressFixed: false,
  hour: 3,
  nextHour: ago(-900),
  looked: { at: ago(5), fault: null, detail: null },
  isLooking: false,
  offer: null,
  plan: null,
  attempt: null,
  downloaded: null,
  isCancellable: false,
  versions: [{ version: '1.0.0', state: 'used', at: ago(600) }],
  companies: 1,
  people: 1,
  backup: null,
  machines: null,
  fleet: null,
  lastOutage: null,
}
const step = (
  name: UpdateAttempt['steps'][number]['step'],
  minutes: number,
  state: 'running' | 'done' | 'failed' = 'done',
) => ({
  step: name,
  state,
  at: ago(minutes),
  detail: state === 'failed' ? 'why' : null,
})
const attempt: UpdateAttempt = {
  id: 'a',
  version: '1.1.0',
  from: '1.0.0',
  by: 'operator',
  phase: 'fetching',
  startedAt: ago(10),
  endedAt: null,
  changesData: false,
  steps: [step('download', 9, 'running')],
  cause: null,
  fault: null,
  end: null,
}
const ended = (end: UpdateAttempt['end'], minutes = 5): UpdateAttempt => ({
  ...attempt,
  end,
  phase: end === 'good' ? 'good' : 'failed',
  endedAt: ago(minutes),
})

const roll = (machine: string | null) => ({ version: '1.1.0', at: ago(3), machine, stopped: null, heldUpBy: [] })
const machine = (name: string, schema: number, isRunning = true) => ({
  name,
  version: '1.0.0',
  schema,
  isRunning,
  isHere: false,
  companies: 1,
  attempt: null,
})

test('a machine is alone with its data while no other that runs knows them', () => {
  const lone = (...machines: ReturnType<typeof machine>[]) => findLoneMachine(machines)?.name
  expect(lone(machine('a', 9), machine('b', 10))).toBe('b')
  expect(lone(machine('a', 10), machine('b', 10), machine('c', 9))).toBeUndefined()
  expect(lone(machine('a', 10, false), machine('b', 10), machine('c', 9))).toBe('b')
  expect(lone(machine('a', 10))).toBeUndefined()
  expect(findLoneMachine(null)).toBeUndefined()
})

test.each<[Head, Partial<InstallationUpdate>]>([
  ['current', {}],
  ['never', { looked: null }],
  ['fault', { looked: { at: ago(5), fault: 'timeout', detail: null } }],
  ['offer', { offer }],
  ['offer', { offer, looked: { at: ago(5), fault: 'unreachable', detail: null } }],
  ['planned', { offer, plan: { version: '1.1.0', at: ago(-60) } }],
  ['noKey', { obstacle: 'noKey', key: null }],
  ['noAddress', { obstacle: 'noAddress', looked: null }],
  ['elsewhere', { obstacle: 'elsewhere', offer }],
  ['standby', { obstacle: 'standby', offer }],
  ['running', { attempt, offer }],
  ['good', { attempt: ended('good') }],
  ['back', { attempt: ended('back'), offer }],
  ['broken', { attempt: ended('broken') }],
  ['failed', { attempt: ended('failed'), offer }],
  // Something newer is known, or it is long ago.
  ['offer', { attempt: ended('back'), offer: { ...offer, version: '1.1.1' } }],
  ['planned', { attempt: ended('failed'), offer, plan: { version: '1.1.0', at: ago(-60) } }],
  ['current', { attempt: ended('good', 60 * 25) }],
  ['back', { attempt: ended('back', 60 * 25) }],
  ['current', { attempt: ended('back', 60 * 24 * 31) }],
  // Who cancels knows.
  ['offer', { attempt: { ...ended('failed'), fault: 'cancelled' }, offer }],
  // Of a fleet, whatever this machine's own attempt was.
  ['rolling', { attempt: ended('good'), fleet: roll('node-2') }],
  [
    'heldUp',
    {
      attempt: ended('good'),
      fleet: {
        ...roll('node-1'),
        heldUpBy: [{ company: 'x', name: 'Padaria Sol', machine: 'node-1', why: 'silent' }],
      },
    },
  ],
  ['halted', { attempt, fleet: { ...roll('node-2'), stopped: { machine: 'node-2', cause: 'why', at: ago(1) } } }],
  ['planned', { offer, plan: { version: '1.1.0', at: ago(-60) }, fleet: roll(null) }],
])('%s', (head, change) => expect(headOf({ ...data, ...change }, NOW)).toBe(head))

test('an attempt that runs is shown whatever else is known', () => {
  const running = { ...data, attempt, offer: { ...offer, version: '2.0.0' }, plan: { version: '2.0.0', at: ago(-9) } }
  expect(shownAttempt(running, NOW)).toBe(attempt)
})

describe('the steps', () => {
  const names = (change: Partial<UpdateAttempt>) =>
    rowsOf({ ...attempt, ...change }).map(({ step, state }) => `${step} ${state}`)

  test('that are still to come follow those that are done', () => {
    expect(names({ steps: [step('download', 9), step('verify', 8), step('backup', 7, 'running')] })).toEqual([
      'download done',
      'verify done',
      'backup running',
      'stop waiting',
      'start waiting',
      'check waiting',
      'open waiting',
      'steady waiting',
    ])
  })

  test('include copies and changes where databases change', () => {
    const steps = [step('backup', 9), step('stop', 8, 'running')]
    expect(names({ changesData: true, steps })).toEqual([
      'backup done',
      'stop running',
      'copy waiting',
      'start waiting',
      'migrate waiting',
      'open waiting',
      'steady waiting',
    ])
  })

  test('end with what happened, each with the time it took', () => {
    const steps = [step('download', 9), step('backup', 5), step('start', 4, 'failed'), step('back', 3)]
    const rows = rowsOf({ ...ended('back'), steps })
    expect(rows.map(({ took }) => took)).toEqual([60, 240, 60, 60])
    expect(rows.map(({ detail }) => detail)).toEqual([null, null, 'why', null])
  })
})

test('the outage lasts from the stop until the doors are open, or the way back has ended', () => {
  expect(outageOf({ ...ended('good', 1), steps: [step('stop', 5), step('open', 4), step('steady', 3)] })).toBe(60)
  expect(outageOf({ ...ended('back', 1), steps: [step('stop', 5), step('back', 2)] })).toBe(180)
  expect(outageOf({ ...ended('failed', 1), steps: [step('download', 5)] })).toBeNull()
})

test('changes come in the reader’s language where there is one', () => {
  expect(changesIn(offer.changes, 'pt-BR')).toEqual({ lines: ['Um.'], lang: 'pt-BR' })
  expect(changesIn(offer.changes, 'tr')).toEqual({ lines: ['One.'], lang: 'en' })
  expect(changesIn({ en: ['One.'] }, 'pt-BR')).toEqual({ lines: ['One.'], lang: 'en' })
})

test.each<[ReturnType<typeof adviceFor>, Partial<UpdateAttempt>]>([
  ['space', { fault: 'noSpace' }],
  ['space', { cause: 'The disk is too full to try the update: it needs 12 MB.' }],
  ['space', { cause: 'database or disk is full' }],
  ['backup', { fault: 'backup' }],
  ['look', { fault: 'hash' }],
  [null, { fault: 'cut' }],
  [null, { end: 'good' }],
])('advises %s', (advice, change) => expect(adviceFor({ ...ended('failed'), ...change })).toBe(advice))

test('a key is shown by its ends', () => expect(shortKey(`9f2c${'0'.repeat(56)}41ab`)).toBe('9f2c…41ab'))

test('an unknown cause stays in the program’s words', () => expect(causeIn('integer overflow')).toBeNull())
