/** When a connection counts as silent, in a time that passes at once. */
import { expect, test } from 'bun:test'
import { watchForSilence } from '../../../src/fleet/jetstream/silence'
import { VirtualTime } from '../placement/support/virtual-time'

const SECOND = 1000

function opened() {
  const time = new VirtualTime()
  const silentAt: number[] = []
  const silence = watchForSilence(time, () => silentAt.push(time.now() / SECOND))
  /** Asks twice a second for so many seconds. */
  const ask = async (seconds: number, each = () => {}) => {
    for (let n = 0; n < seconds * 2; n++) {
      silence.asked()
      await time.pass(SECOND / 2)
      each()
    }
  }
  return { time, silence, silentAt, ask }
}

test('four seconds without an answer, then twice as long each time, up to a minute', async () => {
  const { silentAt, ask } = opened()
  await ask(290)
  const steps = silentAt.map((at, n) => at - (silentAt[n - 1] ?? 0))
  // The next question comes half a second later at most.
  for (const [n, wait] of [4, 8, 16, 32, 60, 60, 60].entries()) {
    expect(steps[n]).toBeGreaterThanOrEqual(wait)
    expect(steps[n]).toBeLessThanOrEqual(wait + 0.5)
  }
  expect(steps).toHaveLength(7)
})

test('an answer ends it, and the next silence is noticed as soon as the first', async () => {
  const { time, silence, silentAt, ask } = opened()
  await ask(100, silence.answered)
  expect(silentAt).toEqual([])
  await ask(20)
  expect(silentAt).toHaveLength(2)
  silence.answered()
  const before = time.now() / SECOND
  await ask(5)
  expect(silentAt.map((at) => at - before)[2]).toBeLessThanOrEqual(4.5)
})

test('nobody is silent who is not asked, or whose connection is lost', async () => {
  const { time, silence, silentAt, ask } = opened()
  await ask(3)
  silence.lost()
  await time.pass(60 * SECOND)
  await ask(3)
  silence.answered()
  await time.pass(60 * SECOND)
  expect(silentAt).toEqual([])
})

test('a process that stood still gives the servers their time again', async () => {
  let now = 0
  let due = () => {}
  const timers = {
    now: () => now,
    after(_ms: number, run: () => void) {
      due = run
      return () => {}
    },
  }
  let silences = 0
  const silence = watchForSilence(timers, () => silences++)
  silence.asked()
  now = 30 * SECOND
  due()
  expect(silences).toBe(0)
  now += 4 * SECOND
  due()
  expect(silences).toBe(1)
})
