/** What a connection remembers of an account it was linked to, so that an absence is known for what it is. */
import { expect, test } from 'bun:test'
import { defaultLimits } from '../../../../src/channels/whatsapp/limits'
import type { Scheduler } from '../../../../src/channels/whatsapp/session/scheduler'
import { openLinked } from '../../../../src/channels/whatsapp/storage/linked'
import { COMPANY, REF, sessionDb } from '../support'

const NOON = Date.UTC(2026, 2, 2, 12)
const [HOUR, DAY] = [3_600_000, 86_400_000]

/** Each `life` is one of the process; `heard` is a socket that was up for long enough. */
function account() {
  const db = sessionDb()
  let now = NOON
  const life = (options: { connectionId?: number; number?: string } = {}) => {
    const due: (() => void)[] = []
    const scheduleAfter = (_ms: number, task: () => void) => {
      due.push(task)
      return () => {}
    }
    const scheduler = { scheduleAfter } as unknown as Scheduler // nothing else of it is used
    const ref = { ...REF, connectionId: options.connectionId ?? REF.connectionId }
    const log = { info() {}, warn() {}, error() {} }
    const context = { ref, db, limits: { ...defaultLimits, heard: 1 }, scheduler, log, now: () => now }
    const linked = openLinked(context, () => options.number ?? COMPANY)
    const heard = () => {
      const socket = new AbortController()
      linked.opened({ gone: socket.signal } as Parameters<typeof linked.opened>[0]) // nothing else of it is used
      due.shift()?.()
      socket.abort()
    }
    return { ...linked, heard }
  }
  const later = (ms: number) => {
    now += ms
  }
  return { life, later, now: () => now }
}

test('nothing was missed before the first linking, and then what came since the last moment all was heard', () => {
  const { life, later, now } = account()
  const first = life()
  first.begin()
  expect(first.since()).toBeNull()
  later(5 * HOUR)
  first.historyEnded()
  first.heard()
  later(2 * DAY)
  const second = life()
  second.begin()
  expect(second.since()).toBe(now() - 2 * DAY - HOUR)
  expect(life().since()).toBe(now() - 2 * DAY - HOUR)
})

test('never from before the first linking, and never more than what WhatsApp calls recent', () => {
  const { life, later, now } = account()
  life().begin()
  later(10 * 60_000)
  const soon = life()
  soon.begin()
  expect(soon.since()).toBe(NOON)
  later(30 * DAY)
  const late = life()
  late.begin()
  expect(late.since()).toBe(now() - 14 * DAY)
})

test('a clock that was ahead at the first linking hides nothing once it is right', () => {
  const { life, later, now } = account()
  life().begin()
  later(-2 * DAY)
  const first = life()
  first.historyEnded()
  first.heard()
  later(5 * HOUR)
  const second = life()
  second.begin()
  expect(second.since()).toBe(now() - 5 * HOUR)
})

test('as long as the history is not all taken, the absence lasts: whoever is unlinked meanwhile gets the rest next time', () => {
  const { life, later } = account()
  life().begin()
  later(DAY)
  const interrupted = life()
  interrupted.begin()
  const { since } = interrupted
  const before = since()
  interrupted.heard()
  later(DAY)
  const next = life()
  next.begin()
  expect(next.since()).toBe(before)
})

test('what another account missed, or what another connection has meanwhile, is not taken', () => {
  const { life, later } = account()
  life().begin()
  later(DAY)
  const other = life({ number: '552130421199' })
  other.begin()
  expect(other.since()).toBeNull()
  const moved = life({ connectionId: 2 })
  moved.begin()
  expect(moved.since()).toBeNull()
  const back = life()
  back.begin()
  expect(back.since()).toBeNull()
})
