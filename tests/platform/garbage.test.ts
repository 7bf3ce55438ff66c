/** When a storm of small things is swept up after, and when it is left to the runtime. */
import { expect, test } from 'bun:test'
import { createBurstCollector } from '../../src/platform/garbage'

const MINUTE = 60_000

const MB = 1024 * 1024

/** `takes`: milliseconds for which collect after collect holds the loop, the last one's for all that follow. */
function floor({ takes: [...takes], held = 50 * MB }: { takes: number[]; held?: number }) {
  const clock = { now: 1_000 }
  const swept: number[] = []
  const passed = createBurstCollector({
    collect() {
      swept.push(clock.now)
      clock.now += (takes.length > 1 ? takes.shift() : takes[0]) ?? 0
    },
    held: () => held,
    now: () => clock.now,
  })
  /** So many in so long, ten at a time. */
  const come = (count: number, ms: number) => {
    for (let n = 0; n < count / 10; n++) {
      clock.now += (ms * 10) / count
      passed(10)
    }
  }
  const wait = (ms: number) => {
    clock.now += ms
  }
  return { come, swept, wait }
}

test('in a burst garbage is collected every few thousand messages', () => {
  const { come, swept } = floor({ takes: [20] })
  come(10_000, 4_000)
  expect(swept).toHaveLength(4)
})

test('at the rate of a busy day nothing is collected', () => {
  const { come, swept } = floor({ takes: [20] })
  come(40_000, 10 * MINUTE)
  expect(swept).toEqual([])
})

test('a full heap is left to the runtime: not even the first collect holds it up', () => {
  const { come, swept } = floor({ takes: [150], held: 134 * MB })
  come(20_000, 8_000)
  expect(swept).toEqual([])
})

test('sweeps that hold the loop too long are not made again for ten minutes', () => {
  const { come, swept, wait } = floor({ takes: [85] })
  come(20_000, 8_000)
  expect(swept).toHaveLength(3)
  wait(10 * MINUTE)
  come(5_000, 2_000)
  expect(swept).toHaveLength(5)
})

test('a collect that took long because the machine was busy stops nothing', () => {
  const { come, swept } = floor({ takes: [90, 85, 20, 90, 20] })
  come(20_000, 8_000)
  expect(swept).toHaveLength(8)
})
