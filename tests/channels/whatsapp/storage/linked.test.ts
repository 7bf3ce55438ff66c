/** What a connection stores about a linked account, to recognise an absence. */
import { expect, test } from 'bun:test'
import { defaultLimits } from '../../../../src/channels/whatsapp/limits'
import type { Scheduler } from '../../../../src/channels/whatsapp/session/scheduler'
import { openLinked } from '../../../../src/channels/whatsapp/storage/linked'
import { COMPANY, REF, sessionDb } from '../support'

const NOON = Date.UTC(2026, 2, 2, 12)
const [HOUR, DAY] = [3_600_000, 86_400_000]

/** Each `life` is one process; `heard`: a socket that was open for long enough. */
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

test('nothing is missed before the first linking; later, everything since the last complete moment', () => {
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

test('an absence never starts before the first linking or before WhatsApp’s recent messages', () => {
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

test('a clock that was ahead at the first linking hides nothing once it is corrected', () => {
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

test('the absence lasts until the history is complete: after another unlinking the rest comes next time', () => {
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

test('messages missed by another account, or received by another connection, are not imported', () => {
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
