/** Sessions open a few at a time, a moment apart, watched ones first. */
import { expect, test } from 'bun:test'
import { defaultLimits } from '../../../../src/channels/whatsapp/limits'
import { createOpeningQueue } from '../../../../src/channels/whatsapp/session/opening-queue'
import { until } from '../support'

const make = (more: object = {}) =>
  createOpeningQueue({ openAtOnce: 2, openApart: 1, openSlow: 60_000, ...more }, () => 0.5)

function queueUp(queue: ReturnType<typeof make>, names: readonly string[], first = false) {
  const begun = new Map<string, () => void>()
  for (const name of names) void queue.begin({ first }).then((done) => begun.set(name, done))
  return begun
}

test('opens a limited number at a time; each finished one lets another begin', async () => {
  const begun = queueUp(make(), ['a', 'b', 'c', 'd'])
  await until(() => begun.size === 2)
  await Bun.sleep(20)
  expect([...begun.keys()]).toEqual(['a', 'b'])
  begun.get('a')?.()
  begun.get('a')?.() // a second call does nothing
  await until(() => begun.size === 3)
  await Bun.sleep(20)
  expect([...begun.keys()]).toEqual(['a', 'b', 'c'])
})

test('opens six at a time by default', async () => {
  const begun = queueUp(make({ openAtOnce: defaultLimits.openAtOnce }), [...'abcdefgh'])
  await until(() => begun.size === 6)
  await Bun.sleep(20)
  expect(begun.size).toBe(6)
})

test('opens sessions with a delay in between', async () => {
  const started = performance.now()
  const begun = queueUp(make({ openAtOnce: 10, openApart: 20 }), ['a', 'b', 'c', 'd'])
  await until(() => begun.size === 4)
  expect(performance.now() - started).toBeGreaterThan(50)
})

test('opens a session with a viewer first', async () => {
  const queue = make({ openAtOnce: 1 })
  const begun = queueUp(queue, ['a', 'b', 'c'])
  const watched = queueUp(queue, ['w'], true)
  await until(() => begun.size === 1)
  begun.get('a')?.()
  await until(() => watched.size === 1)
  expect(begun.size).toBe(1)
})

test('a session that never opens does not block others', async () => {
  const begun = queueUp(make({ openAtOnce: 1, openSlow: 30 }), ['a', 'b', 'c'])
  await until(() => begun.size === 3, 15_000)
})
